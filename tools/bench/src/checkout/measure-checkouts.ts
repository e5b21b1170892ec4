import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { CpuMeter } from '../load/processes.js';
import { audit, type Shelf, settled, type Wrongs } from './books.js';
import { type Addresses, Buyer, type Step, type WebhookMode } from './buyer.js';
import { mustSend } from './http.js';
import { Ledger, type Times } from './ledger.js';

/** More of each product than any run sells. */
const STOCK = 100_000;
const PASSWORD = 'a long enough password';
const SETTLE_MS = 40_000;

/** Where a running store is, and under which process ids. */
export interface RunningShop extends Addresses {
  admin: { email: string; password: string };
  /** `supervisor` started all the others. */
  pids: Readonly<Record<string, number>> & { supervisor: number };
}

export interface CheckoutLoad {
  clients: number;
  /** All buyers buy one of so many products at random: 1 is a hot product. */
  products: number;
  seconds: number;
  warmUpSeconds: number;
  webhook: WebhookMode;
}

export interface CheckoutFigures {
  checkouts: number;
  perSecond: number;
  times: Record<Step | 'whole', Times>;
  failures: Record<string, number>;
  /** CPU ms of a checkout by process, the driver among them; the database with all that it started. */
  cpuMs: Record<string, number>;
  wrongs: Wrongs;
}

/** Whole checkouts by clients that are registered and logged in before, as fast as they go, with the shop's books audited afterwards. */
export async function measureCheckouts(shop: RunningShop, load: CheckoutLoad): Promise<CheckoutFigures> {
  const ledger = new Ledger();
  const admin = await logIn(shop, shop.admin);
  const shelves = await stockUp(shop, admin.token, load.products);
  const people = await register(shop, load.clients);
  const over = new AbortController();
  const buying = people.map(async ({ token }) => {
    const buyer = new Buyer(shop, token, ledger, load.webhook);
    while (!over.signal.aborted) await buyer.buy((shelves[Math.floor(Math.random() * shelves.length)] as Shelf).productId);
  });
  await sleep(load.warmUpSeconds * 1_000);
  ledger.start();
  const meter = new CpuMeter(shop.pids);
  const own = process.cpuUsage();
  const begun = performance.now();
  await sleep(load.seconds * 1_000);
  const { checkouts } = ledger;
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const cpu = { ...withoutChildren(meter.read()), driver: (user + system) / 1e6 };
  over.abort();
  await Promise.all(buying);
  const wrongs = await settled(() => audit(shop, admin.token, new Set(people.map(({ id }) => id)), shelves, ledger), SETTLE_MS);
  return {
    checkouts, wrongs,
    perSecond: checkouts / seconds,
    times: ledger.summary(),
    failures: ledger.refusals(),
    cpuMs: Object.fromEntries(Object.entries(cpu).map(([name, used]) => [name, (used * 1_000) / Math.max(1, checkouts)])),
  };
}

/** The supervisor's figure holds those of all that it started. */
function withoutChildren({ supervisor = 0, ...started }: Record<string, number>): Record<string, number> {
  return { ...started, supervisor: supervisor - Object.values(started).reduce((sum, seconds) => sum + seconds, 0) };
}

async function logIn({ api }: Addresses, { email, password }: { email: string; password: string }): Promise<{ id: string; token: string }> {
  const { token, user } = await mustSend<CallAnswer<'POST /users/login'>>('POST', `${api}/users/login`, { body: { email, password } });
  return { id: user._id, token };
}

async function register(at: Addresses, count: number): Promise<{ id: string; token: string }[]> {
  const people: { id: string; token: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = { name: 'Meera Nair', email: `meera-${randomUUID()}@example.com`, password: PASSWORD };
    await mustSend('POST', `${at.api}/users/register`, { body: person });
    people.push(await logIn(at, person));
  }
  return people;
}

async function stockUp({ api }: Addresses, token: string, count: number): Promise<Shelf[]> {
  const shelves: Shelf[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `Load saree ${randomUUID().slice(0, 8)}`, description: 'Woven for a measurement.', price: 1_234.5, category: 'saree', sareeType: 'pattu', stock: STOCK, sizes: [] };
    const { product } = await mustSend<CallAnswer<'POST /products/create'>>('POST', `${api}/products/create`, { body, token });
    shelves.push({ productId: product._id, stock: STOCK });
  }
  return shelves;
}
