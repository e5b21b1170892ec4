import { cartKey } from './cart-key.js';

const a = { productId: 'a'.repeat(24), size: 'M', quantity: 1 };
const b = { productId: 'b'.repeat(24), size: '', quantity: 2 };

describe("a cart's key", () => {
  it('is the same in whatever order the lines come', () => expect(cartKey([a, b])).toBe(cartKey([b, a])));

  it.each([
    ['a quantity', [{ ...a, quantity: 2 }, b]],
    ['a size', [{ ...a, size: 'L' }, b]],
    ['a line', [a]],
  ])('changes with %s', (_what, lines) => expect(cartKey(lines)).not.toBe(cartKey([a, b])));
});
