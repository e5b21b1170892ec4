import { imagesOf, moved, slotsOf } from './pictures.js';

const image = (name: string) => ({ public_id: name, url: `https://images/${name}` });
const names = (slots: { key: string }[]) => slots.map(({ key }) => key).join('');

describe('the pictures of the form', () => {
  const slots = slotsOf([image('a'), image('b'), image('c')]);

  it('are put in another order', () => {
    expect(names(moved(slots, 2, 0))).toBe('cab');
    expect(names(moved(slots, 0, 1))).toBe('bac');
    expect(names(moved(slots, 0, 9))).toBe('bca');
    expect(names(moved(slots, 1, -1))).toBe('bac');
  });

  it('are sent once they have arrived, in their order', () => {
    expect(imagesOf([{ key: 'x', name: 'x', sent: 0.4 }, ...slots])).toEqual([image('a'), image('b'), image('c')]);
  });
});
