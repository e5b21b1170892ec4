import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AuditedPayment,
  auditShop,
  findFaults,
  type ShopFaults,
  toAuditedOrder,
} from '@rangavalli/service-kit/testing/shop-auditor';
import type { Order } from '@rangavalli/contracts/entities/order';
import { dataPaths } from '@rangavalli/store/paths';
import { withLogin } from '@rangavalli/store/processes';
import { databaseLogin, secretsOf } from '@rangavalli/store/setup/secrets';
import type { RunFile } from '@rangavalli/store/supervisor/run-file';
import { MongoClient } from 'mongodb';
import { CpuMeter } from '../load/processes.js';
import { mustCall } from '../shop/http.js';
import { createProduct, type Credentials, logIn, registerCustomers } from '../shop/records.js';
import { pidsOf, startOf } from '../shop/shop.js';
import { mapValues, sum, type Times } from '../statistics.js';
import { Buyer, type ShopUrls, type WebhookMode } from './buyer.js';
import { CheckoutLog, type Step } from './checkout-log.js';

const STOCK = 100_000;
/** Clients alternate between customers: a placed order's lines leave the cart a moment later. */
const CUSTOMERS_PER_CLIENT = 3;
const SETTLE_TIMEOUT_MS = 40_000;

export interface RunningShop extends ShopUrls {
  admin: Credentials;
  /** `supervisor` is the parent of the others. */
  pids: Readonly<Record<string, number>> & { supervisor: number };
  /** Any of the shop's databases: commands are counted per server. */
  databaseUri: string;
}

export interface CheckoutLoad {
  clients: number;
  /** Buyers pick one of so many products at random: 1 is a hot product. */
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
  /** CPU ms per checkout by process, the load generator included. */
  cpuMs: Record<string, number>;
  /** Database commands per checkout, periodic polling included. */
  commands: Record<string, number>;
  faults: ShopFaults;
}

export function findRunningShop(run: RunFile, admin: Credentials): RunningShop {
  const paths = dataPaths(path.resolve(path.dirname(run.control), '..'));
  const database = run.processes['database']?.address;
  return {
    databaseUri: database
      ? withLogin(database, databaseLogin(secretsOf(paths), 'admin'))
      : (startOf(run, 'order').env['MONGODB_URI'] ?? ''),
    api: run.api,
    razorpay: run.processes['razorpay']?.address ?? '',
    admin,
    pids: { ...pidsOf(run), supervisor: run.supervisor.pid },
  };
}

export async function measureCheckouts(shop: RunningShop, load: CheckoutLoad): Promise<CheckoutFigures> {
  const log = new CheckoutLog();
  const admin = await logIn(shop.api, shop.admin);
  const productIds: string[] = [];
  for (let index = 0; index < load.products; index += 1)
    productIds.push(await createProduct(shop.api, admin, { name: `Load saree ${index}`, stock: STOCK }));
  const customers = await registerCustomers(shop.api, load.clients * CUSTOMERS_PER_CLIENT);
  const stopping = new AbortController();
  const buyers = customers.map(({ token }) => new Buyer(shop, token, log, load.webhook));
  const buying = Array.from({ length: load.clients }, async (_, client) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1)
      await buyers[client * CUSTOMERS_PER_CLIENT + (turn % CUSTOMERS_PER_CLIENT)]?.buy(
        productIds[Math.floor(Math.random() * productIds.length)] ?? '',
      );
  });
  await sleep(load.warmUpSeconds * 1_000);
  log.reset();
  const database = await new MongoClient(shop.databaseUri).connect();
  const commandsBefore = await countCommands(database);
  const meter = new CpuMeter(shop.pids);
  const ownCpu = process.cpuUsage();
  const startedAt = performance.now();
  await sleep(load.seconds * 1_000);
  const { checkouts } = log;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(ownCpu);
  const cpu = { ...withoutChildren(meter.read()), driver: (user + system) / 1e6 };
  const commands = await countCommands(database);
  stopping.abort();
  await database.close();
  await Promise.all(buying);
  const buyerIds = new Set(customers.map(({ id }) => id));
  const faults = await auditUntilSettled(() => audit(shop, admin.token, buyerIds, productIds, log));
  return {
    checkouts,
    perSecond: checkouts / seconds,
    times: log.times(),
    failures: log.failures(),
    cpuMs: mapValues(cpu, (used) => (used * 1_000) / Math.max(1, checkouts)),
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, count]) => [
        name,
        (count - (commandsBefore[name] ?? 0)) / Math.max(1, checkouts),
      ]),
    ),
    faults,
  };
}

/** Returns the server's commands since its start by MongoDB's names; a findAndModify is a `command`. */
async function countCommands(client: MongoClient): Promise<Record<string, number>> {
  const { opcounters = {} } = await client.db('admin').command({ serverStatus: 1 });
  return mapValues(opcounters as Record<string, unknown>, Number);
}

const withoutChildren = ({ supervisor = 0, ...children }: Record<string, number>): Record<string, number> => ({
  ...children,
  supervisor: supervisor - sum(Object.values(children)),
});

async function audit(
  { api, razorpay }: ShopUrls,
  token: string,
  buyerIds: ReadonlySet<string>,
  productIds: readonly string[],
  log: CheckoutLog,
): Promise<ShopFaults> {
  const orders: Order[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const page = await mustCall(api, 'GET /orders/admin/list', {
      token,
      query: { limit: '100', ...(cursor ? { cursor } : {}) },
    });
    orders.push(...page.orders);
    cursor = page.nextCursor;
  }
  const state = await fetch(`${razorpay}/simulate/state`);
  const { payments } = (await state.json()) as { payments: AuditedPayment[] };
  const products = productIds.map(async (id) => {
    const { product } = await mustCall(api, 'GET /products/getOne/{id}', { params: { id } });
    return { id, before: { stock: STOCK }, after: { stock: product.stock } };
  });
  return auditShop({
    orders: orders.filter(({ user }) => buyerIds.has(user._id)).map(toAuditedOrder),
    payments: payments.filter(({ order_id }) => log.paidOrders.has(order_id)),
    refunds: [],
    products: await Promise.all(products),
    confirmed: log.confirmedOrders,
  });
}

/** Repeats an audit while webhooks and holds are pending. @returns the last one */
async function auditUntilSettled(run: () => Promise<ShopFaults>): Promise<ShopFaults> {
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; ; await sleep(500)) {
    const faults = await run();
    if (Date.now() > deadline || Object.keys(findFaults(faults)).length === 0) return faults;
  }
}
