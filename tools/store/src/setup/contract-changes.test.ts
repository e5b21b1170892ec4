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

describe('a change in the contracts affects', () => {
  it(
    'the owner of a call and the screens that make it, publisher and consumers of an event',
    async () => {
      // The gateway passes responses on.
      edit('entities/refund-approval', 'decisionNote:', 'note:');
      edit('events', "reason: z.enum(['expired', 'cancelled'])", "reason: z.enum(['expired'])");
      expect(await findUsers(['entities/refund-approval', 'events'], before)).toEqual([
        'catalog',
        'mf-admin',
        'notification',
        'order',
        'payment',
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'those that import a module with a refinement, also beside a schema of another module or of the same one',
    async () => {
      edit('calls/order', '{ holds: z.array(stockHold)', '{ count: z.number(), holds: z.array(stockHold)');
      expect(await findUsers(['calls/order'], before)).toEqual(['mf-admin', 'order']);
      edit('calls/user', "value === '' ||", "value === 'none' ||");
      edit('calls/user', 'loggedIn = done.extend({', 'loggedIn = done.extend({ since: z.string(),');
      // The table of calls has those of the module.
      const withRefinement = ['gateway', 'mf-account', 'mf-admin', 'order', 'user'];
      expect(await findUsers(['calls/order', 'calls/user'], before)).toEqual(expect.arrayContaining(withRefinement));
    },
    TIMEOUT_MS,
  );
});

it(
  'compares with the contracts of a commit: those that import the module, when no schema shows the change',
  async () => {
    expect(await findAffected([`${CONTRACTS}/src/refresh-cookie.ts`, 'services/cart/src/main.ts'], 'HEAD')).toEqual(
      slices.filter(({ name }) => ['cart', 'gateway', 'user'].includes(name)),
    );
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
  const stages = stagesOf(
    slices.filter(({ name }) => ['order', 'cart', 'gateway', 'shell', 'mf-catalog'].includes(name)),
  );
  expect(Object.keys(stages)).toEqual(['services', 'gateway', 'shell', 'remotes']);
  expect(stages['services']?.map(({ slice, after }) => [slice, after])).toEqual([
    ['cart', ''],
    ['order', ''],
  ]);
  expect(stages['gateway']).toEqual([{ slice: 'gateway', folder: 'gateway', kind: 'process', after: 'cart,order' }]);
  expect(stages['remotes']).toEqual([
    { slice: 'mf-catalog', folder: 'mf-catalog', kind: 'remote', after: 'cart,order,gateway,shell' },
  ]);
});
