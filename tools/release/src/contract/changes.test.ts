// Prepared changes of real sources, each judged by the command itself beside the live releases of all others.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { transformSync } from '@swc/core';
import { contractOf, frontends, slices } from './contract-of.js';

interface Outcome {
  code: number | null;
  text: string;
}

type Edit = readonly [file: string, before: string, after: string];

const TYPESCRIPT = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } } as const;
/** The file that commands load for a source of the contracts. */
const compiledOf = (file: string): string | undefined =>
  /^packages\/contracts\/src\/.*\.ts$/.test(file) ? file.replace('/src/', '/dist/').replace(/ts$/, 'js') : undefined;

const PACKAGES = ['contracts', 'web-kit', 'build-kit', 'service-kit'];
const LINKED = 'node_modules';
const SKIPPED = new Set([LINKED, 'dist']);

/** A copy of this checkout with changed sources and a release store of its own, in which commands run. */
class ChangedCheckout {
  private readonly home = mkdtempSync(path.join(tmpdir(), 'contract-'));
  private readonly root = path.join(this.home, 'checkout');
  private readonly store = path.join(this.home, 'releases');

  constructor() {
    for (const file of ['package.json', 'tsconfig.base.json']) this.copy(file);
    for (const name of PACKAGES) this.copy(`packages/${name}`, new Set([LINKED]));
    for (const slice of frontends) this.copy(slice, SKIPPED);
    this.copy('tools/release', new Set([LINKED]));
    this.link(LINKED, (name) => name !== '@rangavalli');
    this.link(`tools/release/${LINKED}`, () => true);
    mkdirSync(path.join(this.root, LINKED, '@rangavalli'));
    for (const name of PACKAGES)
      symlinkSync(path.join(this.root, 'packages', name), path.join(this.root, LINKED, '@rangavalli', name));
  }

  async releaseAll(version: string): Promise<void> {
    for (const slice of slices) {
      const folder = path.join(this.store, slice);
      mkdirSync(path.join(folder, version), { recursive: true });
      writeFileSync(path.join(folder, version, 'contract.json'), JSON.stringify(await contractOf(slice, version)));
      writeFileSync(path.join(folder, 'live.json'), JSON.stringify({ live: version, history: [] }));
    }
  }

  withChanges(edits: readonly Edit[], slice: string, ...options: string[]): Outcome {
    const files = edits.flatMap(([file]) => [file, compiledOf(file)]).filter((file) => file !== undefined);
    const kept = files.map(
      (file) => [path.join(this.root, file), readFileSync(path.join(this.root, file), 'utf8')] as const,
    );
    try {
      for (const edit of edits) this.apply(edit);
      return this.contract(slice, '--version', '0.2.0', ...options);
    } finally {
      for (const [file, text] of kept.toReversed()) writeFileSync(file, text);
    }
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private contract(...args: string[]): Outcome {
    return this.run(path.join(this.root, 'tools/release/dist/contract/main.js'), args);
  }

  private apply([file, before, after]: Edit): void {
    const target = path.join(this.root, file);
    const text = readFileSync(target, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    const changed = text.replace(before, after);
    writeFileSync(target, changed);
    const compiled = compiledOf(file);
    if (compiled) writeFileSync(path.join(this.root, compiled), transformSync(changed, TYPESCRIPT).code);
  }

  private run(program: string, args: string[]): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: { ...process.env, RELEASE_STORE: this.store },
    });
    return { code: status, text: `${stdout}${stderr}` };
  }

  private copy(name: string, without: ReadonlySet<string> = new Set()): void {
    cpSync(path.join(ROOT, name), path.join(this.root, name), {
      recursive: true,
      filter: (file) => !without.has(path.basename(file)),
    });
  }

  private link(folder: string, wanted: (name: string) => boolean): void {
    mkdirSync(path.join(this.root, folder), { recursive: true });
    for (const name of readdirSync(path.join(ROOT, folder)).filter(wanted))
      symlinkSync(path.join(ROOT, folder, name), path.join(this.root, folder, name));
  }
}

const CART: Edit[0] = 'packages/contracts/src/calls/cart.ts';
const ORDER: Edit[0] = 'packages/contracts/src/entities/order.ts';
const EVENTS: Edit[0] = 'packages/contracts/src/events.ts';
const PROPS: Edit[0] = 'packages/contracts/src/fragment-props.ts';
const ADD = 'body: line.extend({ quantity })';
/** With the screen that makes it. */
const NEW_CALL: Edit[] = [
  [
    CART,
    "  'POST /cart/add': {",
    "  'POST /cart/later': {\n    summary: 'Later', source: 'added', service: 'cart', access: 'public', idempotent: true, response: ok, errors: [],\n  },\n  'POST /cart/add': {",
  ],
  [
    'mf-catalog/src/wishlist/wishlist.ts',
    "await call('GET /wishlist')",
    "(await call('POST /cart/later'), await call('GET /wishlist'))",
  ],
];
const PLACED = 'lines: orderLines,\n      /** The delivery';

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
      [[EVENTS, PLACED, '/** The delivery']],
      'user 0.1.0 does not fit event order.placed, field lines: was removed, and user 0.1.0 needs it',
    ],
    [
      'mf-catalog makes a call that no slice serves yet',
      'mf-catalog',
      NEW_CALL,
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

describe('a call and the screen that makes it, in one change', () => {
  it('are accepted when the owner and the gateway are released before', () => {
    const { code, text } = checkout.withChanges(NEW_CALL, 'mf-catalog', '--after', 'cart,gateway');
    expect(text).toContain('  gateway of this checkout  fits\n');
    expect([code, text]).toEqual([0, expect.stringContaining('may go live')]);
  }, 60_000);

  it('are rejected when only one of the two is', () => {
    const { code, text } = checkout.withChanges(NEW_CALL, 'mf-catalog', '--after', 'gateway');
    expect(text).toContain('call POST /cart/later: is needed, and cart 0.1.0 does not offer it');
    expect(code).toBe(1);
  }, 60_000);
});

describe('a route without a page is rejected', () => {
  const ROUTE = '<Route path="/search" ';
  it.each([
    ['relative', '<Route path="gifts" element={<SearchPage />} />', '/gifts: the shell would respond with 404'],
    ['computed', '<Route path={GIFTS} element={<SearchPage />} />', 'the path of a <Route> is no literal'],
  ])(
    '%s',
    (_what, route, reason) => {
      const { code, text } = judged('mf-catalog', ['mf-catalog/src/listing/Listing.tsx', ROUTE, `${route}${ROUTE}`]);
      expect(text).toContain(reason);
      expect(code).toBe(1);
    },
    60_000,
  );
});

describe('a page that would not be served is rejected', () => {
  const PAGE = "{ path: '/cart',";
  it.each([
    ['/about', 'shell 0.1.0 does not fit page /about: is a page of shell 0.1.0 already'],
    ['/api/gifts', '/api/gifts: the gateway and the shell serve such paths themselves'],
  ])(
    '%s',
    (page, reason) => {
      const { code, text } = judged('mf-checkout', [
        'mf-checkout/src/pages.ts',
        PAGE,
        `{ path: '${page}', title: 'Gifts' }, ${PAGE}`,
      ]);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(reason);
      expect(code).toBe(1);
    },
    60_000,
  );
});

it('subjects that a NATS server does not permit are rejected, without a look at neighbours', () => {
  const config = path.join(ROOT, 'deploy/kubernetes/nats/users.conf');
  const access: Edit = [
    'packages/contracts/src/nats-access.ts',
    "'order.expired',",
    "'order.expired', 'user.registered',",
  ];
  const permitted = checkout.withChanges([], 'order', '--permissions', config);
  expect([permitted.code, permitted.text]).toEqual([0, `${config} permits what order 0.2.0 does\n`]);
  const { code, text } = checkout.withChanges([access], 'order', '--permissions', config);
  expect([code, text]).toEqual([1, `  ${config} does not permit order: publish user.registered\n`]);
}, 60_000);

it('an unknown slice is rejected with the list of slices', () => {
  const { code, text } = judged('mf-nothing');
  expect([code, text]).toEqual([2, expect.stringContaining('There is no slice mf-nothing. Slices: shell, mf-catalog')]);
});
