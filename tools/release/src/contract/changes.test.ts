// Prepared changes of real sources, each judged by the command itself beside the live releases of all others.
import { ChangedCheckout, type Edit } from './testing/changed-checkout.js';

const CART: Edit[0] = 'packages/contracts/src/calls/cart.ts';
const ORDER: Edit[0] = 'packages/contracts/src/entities/order.ts';
const EVENTS: Edit[0] = 'packages/contracts/src/events.ts';
const PROPS: Edit[0] = 'packages/contracts/src/fragment-props.ts';
const ADD = 'body: line.extend({ quantity })';
const PLACED = 'lines: orderLines,\n      customer:';

let checkout: ChangedCheckout;
beforeAll(async () => {
  checkout = new ChangedCheckout();
  await checkout.releaseAll('0.1.0');
}, 60_000);
afterAll(() => checkout.remove());

const judged = (slice: string, ...edits: Edit[]): { code: number | null; text: string } =>
  checkout.withChanges(edits, slice);

describe('a release that breaks a neighbour is rejected with the reason', () => {
  it.each<[string, string, Edit[], string]>([
    [
      'order removes a field of a response that mf-checkout reads',
      'order',
      [
        [
          ORDER,
          '    orderedAt: instant,\n    totalAmount: z.number(),\n    amount:',
          '    totalAmount: z.number(),\n    amount:',
        ],
      ],
      'mf-checkout 0.1.0 does not fit call GET /orders/detail/{orderId}, response order.orderedAt: was removed, and mf-checkout 0.1.0 needs it',
    ],
    [
      'cart accepts a lower quantity',
      'cart',
      [[CART, ADD, 'body: line.extend({ quantity: quantity.max(10) })']],
      'mf-checkout 0.1.0 does not fit call POST /cart/add, input body.quantity: was narrowed: mf-checkout 0.1.0 may send numbers greater than 10',
    ],
    [
      'cart requires a new field',
      'cart',
      [[CART, ADD, 'body: line.extend({ quantity, wrap: z.boolean() })']],
      'call POST /cart/add, input body.wrap: is required, and mf-account 0.1.0 does not send it',
    ],
    [
      'mf-checkout no longer has AddToCart',
      'mf-checkout',
      [['mf-checkout/remote.json', '    "./AddToCart": "./src/add-to-cart/AddToCart.tsx",\n', '']],
      'mf-catalog 0.1.0 does not fit fragment mf_checkout/AddToCart: is no longer offered, and mf-catalog 0.1.0 needs it',
    ],
    [
      'AddToCart needs another prop',
      'mf-checkout',
      [[PROPS, '  AddToCart: z.object({', '  AddToCart: z.object({ currency: z.string(),']],
      'fragment mf_checkout/AddToCart, props currency: is required, and mf-catalog 0.1.0 does not send it',
    ],
    [
      'order emits less of a placed order',
      'order',
      [[EVENTS, PLACED, 'customer:']],
      'user 0.1.0 does not fit event order.placed, field lines: was removed, and user 0.1.0 needs it',
    ],
    [
      'mf-catalog makes a call that no slice serves yet',
      'mf-catalog',
      [
        [
          CART,
          "  'POST /cart/add': {",
          "  'POST /cart/later': {\n    summary: 'Later', source: 'added', service: 'cart', role: 'public', idempotent: true, response: ok, errors: [],\n  },\n  'POST /cart/add': {",
        ],
        [
          'mf-catalog/src/wishlist/wishlist.ts',
          "await call('GET /wishlist')",
          "(await call('POST /cart/later'), await call('GET /wishlist'))",
        ],
      ],
      'gateway 0.1.0 does not fit call POST /cart/later: is needed, and gateway 0.1.0 does not offer it',
    ],
    [
      'a remote needs a newer React than the shell shares',
      'mf-admin',
      [['packages/build-kit/dist/build/shared.js', 'requiredVersion: `^${version', 'requiredVersion: `^9${version']],
      'shell 0.1.0 does not fit package react: shell 0.1.0 shares',
    ],
  ])(
    '%s',
    (_what, slice, edits, reason) => {
      const { code, text } = judged(slice, ...edits);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(reason);
      expect(text).toContain(`${slice} 0.2.0 beside what is live:`);
      expect(code).toBe(1);
    },
    60_000,
  );
});

describe('a release that only adds is accepted', () => {
  it.each<[string, string, Edit[]]>([
    [
      'cart takes a new optional field',
      'cart',
      [[CART, ADD, 'body: line.extend({ quantity, note: z.string().max(200).optional() })']],
    ],
    [
      'order responds with a new field',
      'order',
      [
        [
          ORDER,
          '    totalAmount: z.number(),\n    amount:',
          '    totalAmount: z.number(),\n    giftNote: z.string(),\n    amount:',
        ],
      ],
    ],
    ['order emits more of a placed order', 'order', [[EVENTS, PLACED, `coupon: z.string(), ${PLACED}`]]],
    [
      'mf-checkout has a new fragment',
      'mf-checkout',
      [
        [
          'mf-checkout/remote.json',
          '"./AddToCart"',
          '"./CartDrawer": "./src/cart-badge/CartBadge.tsx",\n    "./AddToCart"',
        ],
      ],
    ],
    [
      'AddToCart takes a new optional prop',
      'mf-checkout',
      [[PROPS, '  AddToCart: z.object({', "  AddToCart: z.object({ look: z.enum(['wide', 'small']).optional(),"]],
    ],
  ])(
    '%s',
    (_what, slice, edits) => {
      const { code, text } = judged(slice, ...edits);
      expect(text).toMatch(/ {2}fits\n/);
      expect(text).not.toContain('does not fit');
      expect(code).toBe(0);
    },
    60_000,
  );
});

it('an unknown slice is rejected with the list of slices', () => {
  const { code, text } = judged('mf-nothing');
  expect([code, text]).toEqual([2, expect.stringContaining('There is no slice mf-nothing. Slices: shell, mf-catalog')]);
});
