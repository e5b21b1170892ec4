import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import { fillPath } from '@rangavalli/contracts/path';
import { isAllowed } from '@rangavalli/contracts/permissions';
import { errorResponse } from '@rangavalli/contracts/primitives';
import { mustCall } from '../support/api.js';
import {
  addressForm,
  addToCart,
  buy,
  createProduct,
  getOrders,
  getProduct,
  logInAsOwner,
  type Person,
  registerShopper,
  registerStaff,
  stepUp,
} from '../support/people.js';
import { run } from '../support/store.js';
import { type Case, Cases, type Operation, readOpenApi } from './cases.js';
import { type RawCase, type RawGroup, rawGroups, sampleRawCases } from './raw-cases.js';

/** Cases per call and role (`npm run fuzz` raises it). */
const CASES = Number(process.env.FUZZ_CASES ?? 6);
/** Chosen outside: the titles contain it, and workers read this file again. `npm run fuzz` draws one. */
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 20_25);
const seeds = Array.from({ length: Number(process.env.FUZZ_SEEDS ?? 1) }, (_none, index) => FIRST_SEED + index);
const PARALLEL_REQUESTS = 8;
/** Share of a visitor's calls of which a case must succeed. With six cases per call: 0.26 of a customer's calls. */
const MIN_SUCCEEDED = 0.2;

/** Creates a customer who sends no cases, with records of every kind. */
async function createBystander(admin: Person): Promise<{ readRecords: () => Promise<unknown>; ids: string[] }> {
  const person = await registerShopper();
  const [bought, wanted] = [await createProduct(admin), await createProduct(admin)];
  const orderId = (await buy(person, bought)).order._id;
  await addToCart(person, wanted, 2);
  const { address } = await mustCall('POST /address', { body: addressForm }, person.token);
  await mustCall('PUT /wishlist/{id}', { params: { id: wanted._id } }, person.token);
  const readRecords = async () => ({
    cart: await mustCall('GET /cart', {}, person.token),
    orders: await getOrders(person),
    addresses: await mustCall('GET /address', {}, person.token),
    profile: await mustCall('GET /users/profile', {}, person.token),
    wishes: await mustCall('GET /wishlist', {}, person.token),
    product: await getProduct(bought),
  });
  return { readRecords, ids: [bought._id, wanted._id, person.id, address._id, orderId] };
}

type Counts = Record<Fault | 'cases' | 'refused', number>;

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Sends cases in parallel. @returns the faults with their requests, and the calls with a case that succeeded */
async function fuzz(
  cases: readonly Case[],
  token: string | undefined,
  tally: Map<string, Counts>,
): Promise<{ found: string[]; succeeded: Set<string> }> {
  const found: string[] = [];
  const succeeded = new Set<string>();
  const queue = cases.values();
  const worker = async (): Promise<void> => {
    for (const one of queue) {
      const name = nameOf(one.operation);
      const row = tally.get(name) ?? { cases: 0, refused: 0, '5xx': 0, 'no response': 0, leak: 0, shape: 0 };
      tally.set(name, row);
      const outcome = await sendCase(one, token);
      row.cases += 1;
      if (outcome.status >= 400) row.refused += 1;
      else if (outcome.status > 0) succeeded.add(name);
      const fault = findFault(outcome);
      if (!fault) continue;
      row[fault] += 1;
      found.push(
        `${name}: ${fault} ${outcome.status} ${outcome.failure ?? outcome.text.slice(0, 300)}\n  ` +
          JSON.stringify({
            params: one.params,
            query: one.query,
            headers: one.headers,
            type: one.body?.type,
            body: one.body?.text,
          }).slice(0, 600),
      );
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, worker));
  return { found, succeeded };
}

/** Columns of the report: what no request may cause. */
const faults = ['5xx', 'no response', 'leak', 'shape'] as const;
type Fault = (typeof faults)[number];

/** Stack traces, paths and names of internals. */
const LEAK =
  /\bat [\w.<>]+ \(|node_modules|\/dist\/|file:\/\/|(Server|Cast|Validation|Type|Syntax|Zod)Error|E11000|ECONNREFUSED/;

/** Returns the fault of a response; undefined for a success and a documented error. */
function findFault({ status, type, text, failure }: Outcome): Fault | undefined {
  if (failure) return 'no response';
  if (status >= 500) return '5xx';
  if (status < 400) return undefined;
  if (LEAK.test(text)) return 'leak';
  return type.startsWith('application/json') && isErrorResponse(text) ? undefined : 'shape';
}

function isErrorResponse(text: string): boolean {
  try {
    return errorResponse.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

interface Outcome {
  status: number;
  type: string;
  text: string;
  /** Why there was no response. */
  failure?: string;
}

/** Longer than any call's own deadline. */
const TIMEOUT_MS = 30_000;

/** Sends a case of a call. */
function sendCase({ operation, params, query, body, headers }: Case, token: string | undefined): Promise<Outcome> {
  const path = fillPath(
    operation.path,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wellFormed(value)])),
  );
  const search = query
    .map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`)
    .join('&');
  return send(run().api, {
    method: operation.method,
    path: `${path}${search && `?${search}`}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body?.type ? { 'content-type': body.type } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : Buffer.from(body.text),
  });
}

/** Sends a request unchanged: `node:http` validates less than fetch. `path` is appended to `address`. */
function send(address: string, { method, path, headers, body }: Omit<RawCase, 'group'>): Promise<Outcome> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve) => {
    const sending = request({
      host: hostname,
      port,
      method,
      path: (pathname === '/' ? '' : pathname) + path,
      headers: {
        ...(body ? { 'content-length': body.length } : {}),
        ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      },
      timeout: TIMEOUT_MS,
      agent: false,
    });
    const fail = (failure: string) => resolve({ status: 0, type: '', text: '', failure });
    sending.on('timeout', () => {
      sending.destroy();
      fail(`no response within ${TIMEOUT_MS} ms`);
    });
    sending.on('error', (error) => fail(String(error)));
    sending.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(parts).toString(),
        }),
      );
      response.on('error', (error) => fail(String(error)));
    });
    if (body) sending.write(body);
    sending.end();
  });
}

/** Replaces lone surrogates, which a URL cannot contain. */
const wellFormed = (text: string): string => text.toWellFormed();

/** Not the shop's own account: cases end sessions and request the account's deletion. */
async function createOwner(): Promise<Person> {
  const shopOwner = await logInAsOwner();
  await stepUp(shopOwner);
  const owner = await registerStaff(shopOwner, 'owner');
  await stepUp(owner);
  return owner;
}

/**
 * The owner's cases may change taxes, shipping and offers, and with them the totals of every cart.
 * @returns a function that restores the settings and ends the offers that apply by themselves
 */
async function keepSettings(): Promise<() => Promise<void>> {
  const { token } = await createOwner();
  const shop = await mustCall('GET /shop/settings', {}, token);
  const delivery = await mustCall('GET /delivery/settings', {}, token);
  return async () => {
    await mustCall('PUT /shop/settings', { body: shop.settings }, token);
    const { revision } = await mustCall('GET /delivery/settings', {}, token);
    await mustCall('PUT /delivery/settings', { body: { settings: delivery.settings, revision } }, token);
    const { offers } = await mustCall('GET /offers', { query: { limit: '100' } }, token);
    for (const { _id: id, isAutomatic, state } of offers)
      if (isAutomatic && state !== 'ended') await mustCall('POST /offers/{id}/end', { params: { id } }, token);
  };
}

/** Made last: any call after them would be refused. */
const endsSession = (operation: Operation): boolean =>
  /^(POST \/users\/logout|DELETE \/users\/sessions|PUT \/users\/password|POST \/users\/account\/deletion)/.test(
    nameOf(operation),
  );

async function fuzzCalls(seed: number): Promise<void> {
  const admin = await createOwner();
  const restoreSettings = await keepSettings();
  const bystander = await createBystander(admin);
  const fuzzer = await registerShopper();
  const own = await Promise.all(Array.from({ length: 4 }, () => createProduct(admin)));
  const ownIds = [...own.map(({ _id }) => _id), fuzzer.id, (await buy(fuzzer, own[0]!)).order._id];
  const before = await bystander.readRecords();
  const { operations, schemas } = await readOpenApi();
  const tally = new Map<string, Counts>();
  const found: string[] = [];

  // The admin's calls may change any record, so that they get no ids of the bystander.
  const anybody = new Cases(schemas, [...bystander.ids, ...ownIds]);
  const adminOnly = new Cases(schemas, ownIds);
  const sample = (cases: Cases, salt: number, isEnding: boolean) =>
    operations.flatMap((operation, index) =>
      endsSession(operation) === isEnding
        ? fc.sample(cases.of(operation), { numRuns: CASES, seed: seed + salt * 1_000_000 + index * 1_000 })
        : [],
    );
  const succeeded: Record<string, number> = {};
  for (const [role, cases, salt, person] of [
    [undefined, anybody, 1, undefined],
    ['user', anybody, 2, fuzzer],
    ['owner', adminOnly, 3, admin],
  ] as const) {
    const first = await fuzz(sample(cases, salt, false), person?.token, tally);
    // Otherwise the calls since would have been refused without being tried.
    if (person) await mustCall('GET /users/profile', {}, person.token);
    const last = await fuzz(sample(cases, salt, true), person?.token, tally);
    found.push(...first.found, ...last.found);
    const allowed = operations.filter((one) => isAllowed(getCall(nameOf(one) as CallKey).access, role));
    succeeded[role ?? 'guest'] = (first.succeeded.size + last.succeeded.size) / allowed.length;
  }

  const rows = [...tally].map(([call, row]) => ({ call, ...row }));
  console.table(rows);
  const sum = (column: Fault | 'cases' | 'refused') => rows.reduce((total, row) => total + row[column], 0);
  const faultCounts = faults.map((fault) => `${fault} ${sum(fault)}`).join(', ');
  console.log(`seed ${seed}: ${sum('cases')} cases, ${sum('refused')} refused, ${faultCounts}`);
  console.log(`share of calls with a case that succeeded: ${JSON.stringify(succeeded)}`);
  await restoreSettings();
  expect(found).toEqual([]);
  expect(await bystander.readRecords()).toEqual(before);
  expect([...tally.keys()].toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(Object.entries(succeeded).filter(([, share]) => share < MIN_SUCCEEDED)).toEqual([]);
}

for (const seed of seeds)
  test(`seed ${seed}: every call returns success or a documented error, and changes nobody else’s records`, async () => {
    test.setTimeout(3_600_000);
    await fuzzCalls(seed);
  });

/** Per group; `npm run fuzz` raises it. */
const RAW_CASES = CASES * 20;

async function uploadAddress(): Promise<string> {
  const { cloudinary } = await mustCall('GET /config', {});
  return cloudinary.uploadUrl;
}

/** Pages are HTML, and the image host has errors of its own: only their status and what they reveal is checked. */
function findRawFault(group: RawGroup, outcome: Outcome): Fault | 'stored' | undefined {
  if (outcome.failure) return 'no response';
  if (outcome.status >= 500) return '5xx';
  if (group === 'uploads' && outcome.status < 400) return 'stored';
  return outcome.status >= 400 && LEAK.test(outcome.text) ? 'leak' : undefined;
}

async function fuzzRaw(group: RawGroup, seed: number): Promise<void> {
  const address = group === 'uploads' ? await uploadAddress() : new URL(run().api).origin;
  const queue = sampleRawCases(group, RAW_CASES, seed + 10_000_000 + rawGroups.indexOf(group) * 1_000);
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const outcome = await send(address, one);
      const fault = findRawFault(group, outcome);
      if (!fault) continue;
      const sent = { ...one, body: one.body?.toString('latin1').slice(0, 300) };
      found.push(
        `${fault} ${outcome.status} ${outcome.failure ?? outcome.text.slice(0, 300)}\n  ${JSON.stringify(sent)}`,
      );
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, worker));
  console.log(`seed ${seed}: ${RAW_CASES} cases of ${group}, ${found.length} faults`);
  expect(found.slice(0, 20)).toEqual([]);
}

test.describe('no request breaks or fools', () => {
  test.describe.configure({ mode: 'serial' });

  for (const seed of seeds)
    for (const group of rawGroups)
      test(`seed ${seed}: ${group}`, async () => {
        test.setTimeout(1_800_000);
        await fuzzRaw(group, seed);
      });
});
