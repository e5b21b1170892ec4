import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Product } from '@rangavalli/contracts/entities/product';
import { mustCall } from '../support/api.js';
import {
  createProduct,
  registerShopper,
  billing,
  createCheckout,
  getProduct,
  getOrders,
  pay,
  type Person,
  addToCart,
  logInAsAdmin,
  verify,
} from '../support/people.js';
import { type Case, Cases } from './cases.js';
import { type Fault, faultOf, faults } from './faults.js';
import { type Operation, readOpenApi } from './open-api.js';
import { type Outcome, send } from './send.js';

/** So many cases a call and role; FUZZ_CASES for a longer run (`npm run fuzz`). */
const CASES = Number(process.env.FUZZ_CASES ?? 6);
/** The same seed, the same cases; FUZZ_SEED repeats an earlier run. */
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.CI ? 20_25 : Date.now() % 2 ** 31));
/** At once: more tells nothing new on a small machine. */
const LANES = 8;

/** Buys a piece and gives the order's id. */
async function anOrderOf(person: Person, product: Product): Promise<string> {
  await addToCart(person, product);
  const { order } = await createCheckout(person, product.price);
  return (await verify(person, await pay(order.id), product.price)).order._id;
}

/** Somebody whom no case concerns, with all that the shop keeps of a customer. */
async function aBystander(admin: Person): Promise<{ everything: () => Promise<unknown>; ids: string[] }> {
  const person = await registerShopper();
  const [bought, wanted] = [await createProduct(admin), await createProduct(admin)];
  const orderId = await anOrderOf(person, bought);
  await addToCart(person, wanted, 2);
  const { address } = await mustCall(
    'POST /address',
    { body: { ...billing, addressLine: billing.address, isDefault: true } },
    person.token,
  );
  await mustCall('PUT /wishlist/{id}', { params: { id: wanted._id } }, person.token);
  const everything = async () => ({
    cart: await mustCall('GET /cart', {}, person.token),
    orders: await getOrders(person),
    addresses: await mustCall('GET /address', {}, person.token),
    profile: await mustCall('GET /users/profile', {}, person.token),
    wishes: await mustCall('GET /wishlist', {}, person.token),
    product: await getProduct(bought),
  });
  return { everything, ids: [bought._id, wanted._id, person.id, address._id, orderId] };
}

/** Sends cases by several lanes and notes each fault with what it takes to see it again. */
async function fuzz(
  cases: readonly Case[],
  token: string | undefined,
  tally: Map<string, Record<Fault | 'cases' | 'refused', number>>,
): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...cases];
  const lane = async (): Promise<void> => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const name = `${one.operation.method} ${one.operation.path}`;
      const row = tally.get(name) ?? { cases: 0, refused: 0, '5xx': 0, 'no answer': 0, leak: 0, shape: 0 };
      tally.set(name, row);
      const outcome: Outcome = await send(one, token);
      row.cases += 1;
      if (outcome.status >= 400) row.refused += 1;
      const fault = faultOf(outcome);
      if (!fault) continue;
      row[fault] += 1;
      found.push(
        `${name}: ${fault} ${outcome.status} ${outcome.broken ?? outcome.text.slice(0, 300)}\n  ${JSON.stringify({ params: one.params, query: one.query, headers: one.headers, type: one.body?.type, body: one.body?.text }).slice(0, 600)}`,
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

test('whatever is sent to any call, the answer is good or a proper refusal, and nobody else is touched', async () => {
  test.setTimeout(3_600_000);
  const admin = await logInAsAdmin();
  const bystander = await aBystander(admin);
  const fuzzer = await registerShopper();
  const own = await Promise.all(Array.from({ length: 4 }, () => createProduct(admin)));
  const ownIds = [...own.map(({ _id }) => _id), fuzzer.id, await anOrderOf(fuzzer, own[0]!)];
  const before = await bystander.everything();
  const { operations, schemas } = await readOpenApi();
  const tally = new Map<string, Record<Fault | 'cases' | 'refused', number>>();
  const found: string[] = [];

  // Customers and guests may aim at everything that is somebody else's; the admin, whose calls are meant to change things, at what is there for it.
  const anybody = new Cases(schemas, [...bystander.ids, ...ownIds]);
  const adminOnly = new Cases(schemas, ownIds);
  const draw = (cases: Cases, which: readonly Operation[], salt: number) =>
    which.flatMap((operation, index) =>
      fc.sample(cases.of(operation), { numRuns: CASES, seed: SEED + salt * 1_000 + index }),
    );
  found.push(...(await fuzz(draw(anybody, operations, 1), undefined, tally)));
  found.push(...(await fuzz(draw(anybody, operations, 2), fuzzer.token, tally)));
  found.push(...(await fuzz(draw(adminOnly, operations, 3), admin.token, tally)));

  const rows = [...tally].map(([call, row]) => ({ call, ...row }));
  console.table(rows);
  const sum = (column: Fault | 'cases' | 'refused') => rows.reduce((total, row) => total + row[column], 0);
  console.log(
    `seed ${SEED}: ${sum('cases')} cases, ${sum('refused')} refused, ${faults.map((fault) => `${fault} ${sum(fault)}`).join(', ')}`,
  );
  expect(found).toEqual([]);
  expect(await bystander.everything()).toEqual(before);
});
