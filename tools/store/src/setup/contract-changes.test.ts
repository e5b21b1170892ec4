import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { stagesOf } from '../commands/affected.js';
import { CONTRACTS, findAffected, findUsers } from './contract-changes.js';
import { findAffectedSlices, slices } from './workspaces.js';

const cache = path.join(ROOT, 'node_modules/.cache');
/** It compiles and reads the contracts of two commits. */
const TIMEOUT_MS = 180_000;

let before: string;
beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  before = mkdtempSync(path.join(cache, 'contracts-'));
  cpSync(path.join(ROOT, CONTRACTS, 'dist'), before, { recursive: true });
});
afterEach(() => rmSync(before, { recursive: true }));

/** Edits the contracts of the commit before. */
function edit(module: string, from: string, to: string): void {
  const file = path.join(before, `${module}.js`);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${module} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
}

const named = (...names: string[]) => slices.filter(({ name }) => names.includes(name));

describe('a change in the contracts affects', () => {
  it(
    'the owner of a call and the screens that make it, publisher and consumers of an event',
    async () => {
      // The gateway passes responses on.
      edit('entities/refund-approval', 'decisionNote:', 'note:');
      edit('events', "z.enum(['requested', 'pickup_scheduled', 'received'])", "z.enum(['requested', 'received'])");
      const { users } = await findUsers(['entities/refund-approval', 'events'], before);
      expect(users).toEqual(['mf-admin', 'notification', 'order', 'payment']);
    },
    TIMEOUT_MS,
  );

  it(
    'the gateway, where it requests the command or subscribes to the event',
    async () => {
      edit('commands/user', 'elevatedUntil: instant.optional(),', '');
      edit('events', "reason: z.enum(['expired', 'cancelled'])", "reason: z.enum(['expired'])");
      const { users } = await findUsers(['commands/user', 'events'], before);
      expect(users).toEqual(['catalog', 'gateway', 'notification', 'order', 'user']);
    },
    TIMEOUT_MS,
  );

  it(
    'those that import a module with a refinement, also beside a schema of another module or of the same one',
    async () => {
      edit('calls/order', '{ holds: z.array(stockHold)', '{ count: z.number(), holds: z.array(stockHold)');
      expect((await findUsers(['calls/order'], before)).users).toEqual(['mf-admin', 'order']);
      edit('calls/user', "value === '' ||", "value === 'none' ||");
      edit('calls/user', 'loggedIn = done.extend({', 'loggedIn = done.extend({ since: z.string(),');
      // The table of calls has those of the module.
      const withRefinement = ['gateway', 'mf-account', 'mf-admin', 'order', 'user'];
      const { users } = await findUsers(['calls/order', 'calls/user'], before);
      expect(users).toEqual(expect.arrayContaining(withRefinement));
    },
    TIMEOUT_MS,
  );

  it(
    'the owner of a new call and the screen that makes it, publisher and consumers of a new window event',
    async () => {
      edit('calls/complaints', "'GET /complaints':", "'GET /all-complaints':");
      edit('browser', "cartChanged: 'checkout:cart-changed',", '');
      edit('window-event-details', "'checkout:cart-changed':", "'checkout:changed':");
      const { users } = await findUsers(['calls/complaints', 'window-event-details'], before);
      expect(users).toEqual(['gateway', 'mf-account', 'mf-admin', 'mf-checkout', 'order', 'shell']);
    },
    TIMEOUT_MS,
  );
});

it(
  'finds the services that need what another service of the change brings',
  async () => {
    // A command that catalog serves and order requests, and what order sends with another that payment serves.
    for (const _use of ['serves', 'requests']) edit('nats-access', "'rpc.catalog.evidence.sign',", '');
    edit('commands/payment', 'amountPaise: paise.min(1),', '');
    const { users, needed } = await findUsers(['commands/payment', 'nats-access'], before);
    expect(users).toEqual(['catalog', 'order', 'payment']);
    expect(needed).toEqual({ order: ['catalog'], payment: ['order'] });
    const stages = stagesOf({ slices: named(...users), needed: { order: ['catalog'] } });
    const released = (stage: string) => stages[stage]?.map(({ slice, after }) => [slice, after]);
    expect(released('services')).toEqual([
      ['catalog', ''],
      ['payment', ''],
    ]);
    expect(released('dependents')).toEqual([['order', 'catalog,payment']]);
  },
  TIMEOUT_MS,
);

it(
  'compares with the contracts of a commit: those that import the module, when no schema shows the change',
  async () => {
    expect(await findAffected([`${CONTRACTS}/src/refresh-cookie.ts`, 'services/cart/src/main.ts'], 'HEAD')).toEqual({
      slices: named('cart', 'gateway', 'user'),
      needed: {},
    });
  },
  TIMEOUT_MS,
);

it('counts manifests of a slice for the slice, and those of all for all', () => {
  expect(findAffectedSlices(['deploy/kubernetes/slices/order/deployment.yaml']).map(({ name }) => name)).toEqual([
    'order',
  ]);
  expect(findAffectedSlices(['deploy/kubernetes/base/process/service.yaml'])).toEqual(slices);
});

it('releases owners of calls before their callers, and the shell before remotes', () => {
  const stages = stagesOf({ slices: named('order', 'cart', 'gateway', 'shell', 'mf-catalog'), needed: {} });
  expect(Object.keys(stages)).toEqual(['services', 'dependents', 'gateway', 'shell', 'remotes']);
  expect(stages['dependents']).toEqual([]);
  expect(stages['services']?.map(({ slice, after }) => [slice, after])).toEqual([
    ['cart', ''],
    ['order', ''],
  ]);
  expect(stages['gateway']).toEqual([{ slice: 'gateway', folder: 'gateway', kind: 'process', after: 'cart,order' }]);
  expect(stages['remotes']).toEqual([
    { slice: 'mf-catalog', folder: 'mf-catalog', kind: 'remote', after: 'cart,order,gateway,shell' },
  ]);
});
