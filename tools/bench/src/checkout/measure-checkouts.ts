import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { ShopFaults } from '@rangavalli/service-kit/testing/shop-auditor';
import { MongoClient } from 'mongodb';
import { CpuMeter } from '../load/processes.js';
import { audit, settled, type StockedProduct } from './books.js';
import { type Addresses, Buyer, type Step, type WebhookMode } from './buyer.js';
import { mustSend } from './http.js';
import { Ledger, type Times } from './ledger.js';

/** More of each product than any run sells. */
const STOCK = 100_000;
/** Customers a client shops for in turn: what one bought leaves the cart a moment after the order, and another buys meanwhile. */
const CUSTOMERS_A_CLIENT = 3;
const PASSWORD = 'a long enough password';
const SETTLE_MS = 40_000;

/** Where a running store is, and under which process ids. */
export interface RunningShop extends Addresses {
  admin: { email: string; password: string };
  /** `supervisor` started all the others. */
  pids: Readonly<Record<string, number>> & { supervisor: number };
  /** Any of its databases: the server counts its commands. Without it none are told. */
  databaseUri?: string;
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
  /** Database commands of a checkout, with what the services look for by themselves meanwhile. */
  commands: Record<string, number>;
  wrongs: ShopFaults;
}

/** Whole checkouts by clients that are registered and logged in before, as fast as they go, with the shop's books audited afterwards. */
export async function measureCheckouts(shop: RunningShop, load: CheckoutLoad): Promise<CheckoutFigures> {
  const ledger = new Ledger();
  const admin = await logIn(shop, shop.admin);
  const shelves = await stockUp(shop, admin.token, load.products);
  const people = await register(shop, load.clients * CUSTOMERS_A_CLIENT);
  const over = new AbortController();
  const buyers = people.map(({ token }) => new Buyer(shop, token, ledger, load.webhook));
  const buying = Array.from({ length: load.clients }, async (_, client) => {
    const own = buyers.slice(client * CUSTOMERS_A_CLIENT, (client + 1) * CUSTOMERS_A_CLIENT);
    for (let turn = 0; !over.signal.aborted; turn += 1)
      await own[turn % own.length]?.buy(
        (shelves[Math.floor(Math.random() * shelves.length)] as StockedProduct).productId,
      );
  });
  await sleep(load.warmUpSeconds * 1_000);
  ledger.start();
  const server = shop.databaseUri === undefined ? undefined : await new MongoClient(shop.databaseUri).connect();
  const commandsBefore = await opcounters(server);
  const meter = new CpuMeter(shop.pids);
  const driver = process.cpuUsage();
  const begun = performance.now();
  await sleep(load.seconds * 1_000);
  const { checkouts } = ledger;
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(driver);
  const cpu = { ...withoutChildren(meter.read()), driver: (user + system) / 1e6 };
  const commands = await opcounters(server);
  over.abort();
  await server?.close();
  await Promise.all(buying);
  const wrongs = await settled(
    () => audit(shop, admin.token, new Set(people.map(({ id }) => id)), shelves, ledger),
    SETTLE_MS,
  );
  return {
    checkouts,
    wrongs,
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, count]) => [
        name,
        (count - (commandsBefore[name] ?? 0)) / Math.max(1, checkouts),
      ]),
    ),
    perSecond: checkouts / seconds,
    times: ledger.summary(),
    failures: ledger.refusals(),
    cpuMs: Object.fromEntries(
      Object.entries(cpu).map(([name, used]) => [name, (used * 1_000) / Math.max(1, checkouts)]),
    ),
  };
}

/** Commands since the server's start, by MongoDB's names; a findAndModify is a `command`. */
async function opcounters(client: MongoClient | undefined): Promise<Record<string, number>> {
  const status = (await client?.db('admin').command({ serverStatus: 1 })) as
    | { opcounters?: Record<string, number> }
    | undefined;
  return Object.fromEntries(Object.entries(status?.opcounters ?? {}).map(([name, count]) => [name, Number(count)]));
}

/** The supervisor's figure holds those of all that it started. */
function withoutChildren({ supervisor = 0, ...started }: Record<string, number>): Record<string, number> {
  return { ...started, supervisor: supervisor - Object.values(started).reduce((sum, seconds) => sum + seconds, 0) };
}

async function logIn(
  { api }: Addresses,
  { email, password }: { email: string; password: string },
): Promise<{ id: string; token: string }> {
  const { token, user } = await mustSend<CallResponse<'POST /users/login'>>('POST', `${api}/users/login`, {
    body: { email, password },
  });
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

async function stockUp({ api }: Addresses, token: string, count: number): Promise<StockedProduct[]> {
  const shelves: StockedProduct[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = {
      name: `Load saree ${randomUUID().slice(0, 8)}`,
      description: 'Woven for a measurement.',
      price: 1_234.5,
      category: 'saree',
      sareeType: 'pattu',
      stock: STOCK,
      sizes: [],
    };
    const { product } = await mustSend<CallResponse<'POST /products/create'>>('POST', `${api}/products/create`, {
      body,
      token,
    });
    shelves.push({ productId: product._id, stock: STOCK });
  }
  return shelves;
}
