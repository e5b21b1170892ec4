import { randomBytes } from 'node:crypto';
import type { CallKey, CallRequest } from '@rangavalli/contracts/calls';
import type { Product, ProductInput } from '@rangavalli/contracts/entities/product';
import { fillPath } from '@rangavalli/contracts/path';
import { type Identity, IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import { findFreePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose, { type Connection } from 'mongoose';
import { createId } from './fake-shop.js';

const SECRET = 'a-secret-for-tests-only';
const admin: Identity = { id: createId(), role: 'admin', name: 'Admin', email: 'admin@example.com' };

export const slices = ['catalog', 'cart', 'payment', 'order'] as const;
export type Slice = (typeof slices)[number];

/** Environment of each slice besides the common variables, with short intervals. */
const settings: Record<Slice, Record<string, string>> = {
  catalog: {
    MEDIA_URL: 'http://localhost:8080/media',
    CLOUDINARY_URL: 'cloudinary://key:secret@rangavalli?upload_prefix=http://127.0.0.1:9000',
    HOLD_SWEEP_MS: '150',
    STOCK_ARCHIVE_AFTER_MS: '3600000',
  },
  cart: { PRODUCT_CACHE_MS: '0' },
  payment: { RAZORPAY_TIMEOUT_MS: '1000', RECONCILE_MS: '150', RECONCILE_AFTER_MS: '800', REFUND_SWEEP_MS: '150' },
  order: { SWEEP_MS: '150', CAPTURE_HEAD_START_MS: '0' },
};

/** The response of a call; status 0 when the process was down. */
export interface CallResult {
  status: number;
  body: Record<string, unknown>;
}

/** Catalog, cart, order and payment as separate processes, with Razorpay's stand-in, real NATS and real databases. */
export class ShopProcesses {
  private constructor(
    readonly razorpay: RazorpayStandIn,
    private readonly processes: Record<Slice, TestProcess>,
    readonly databases: Record<Slice, Connection>,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<ShopProcesses> {
    const stops: (() => Promise<unknown>)[] = [];
    const stop = async () => {
      for (const end of stops.splice(0).reverse()) await end();
    };
    try {
      const nats = await startTestNats();
      stops.push(() => nats.stop());
      const port = await findFreePort();
      const razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${port}/payments/webhook`);
      stops.push(() => razorpay.stop());
      const client = await mongoose.createConnection(testMongoUri()).asPromise();
      stops.push(() => client.close());
      const run = randomBytes(6).toString('hex');
      const startSlice = async (slice: Slice): Promise<[TestProcess, Connection]> => {
        const uri = new URL(testMongoUri());
        uri.pathname = `/test_shop_${slice}_${run}`;
        const database = client.useDb(uri.pathname.slice(1));
        stops.push(() => database.dropDatabase());
        const started = await startTestProcess(new URL(`../../../${slice}/dist/main.js`, import.meta.url), {
          ...razorpay.env,
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          NATS_URL: nats.url,
          MONGODB_URI: uri.toString(),
          INTERNAL_SECRET: SECRET,
          OUTBOX_POLL_MS: '150',
          ...(slice === 'payment' ? { PORT: String(port) } : {}),
          ...settings[slice],
        });
        stops.push(() => started.stop());
        return [started, database];
      };
      const [catalog, cart, payment, order] = await Promise.all([
        startSlice('catalog'),
        startSlice('cart'),
        startSlice('payment'),
        startSlice('order'),
      ]);
      return new ShopProcesses(
        razorpay,
        { catalog: catalog[0], cart: cart[0], payment: payment[0], order: order[0] },
        { catalog: catalog[1], cart: cart[1], payment: payment[1], order: order[1] },
        stop,
      );
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** Makes a documented call directly at its slice, with the identity that the gateway would add. */
  async call<K extends CallKey>(
    slice: Slice,
    key: K,
    request: CallRequest<K>,
    as: Identity = admin,
  ): Promise<CallResult> {
    const [method, path] = key.split(' ') as [string, string];
    const { params = {}, body } = request as { params?: Record<string, string>; body?: object };
    const url = this.processes[slice].url + fillPath(path, params);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          [IDENTITY_HEADER]: signIdentity(as, SECRET),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return { status: 0, body: {} };
    }
  }

  buildCustomer(): Identity {
    return { id: createId(), role: 'user', name: 'Asha Rao', email: 'asha@example.com' };
  }

  async createProduct(fields: Partial<ProductInput>): Promise<Product> {
    const body: ProductInput = {
      name: 'Kanchipuram silk saree',
      description: '',
      price: 1_999.99,
      category: 'saree',
      sizes: [],
      tags: [],
      images: [],
      ...fields,
    };
    const created = await this.call('catalog', 'POST /products/create', { body });
    if (created.status >= 300) throw new Error(`create: ${created.status} ${JSON.stringify(created.body)}`);
    return created.body['product'] as Product;
  }

  /** Kills a slice by SIGKILL and starts it again. */
  async crash(slice: Slice): Promise<void> {
    await this.processes[slice].kill();
    await this.processes[slice].start();
  }

  /** Expires a checkout and its holds. */
  async expire(orderId: string): Promise<void> {
    await this.databases.catalog
      .collection('products')
      .updateMany(
        { 'holds.orderId': orderId },
        { $set: { 'holds.$[held].expiresAt': new Date(0) } },
        { arrayFilters: [{ 'held.orderId': orderId, 'held.state': 'held' }] },
      );
    const _id = new mongoose.Types.ObjectId(orderId);
    await this.databases.order
      .collection<{ _id: mongoose.Types.ObjectId }>('orders')
      .updateOne({ _id, phase: 'checkout' }, { $set: { dueAt: new Date(0) } });
  }

  /** Expires the customers' unpaid checkouts and makes the reconciler check their payments now. */
  async expireAll(customers: readonly string[]): Promise<void> {
    const open = { userId: { $in: customers }, phase: { $in: ['opening', 'checkout'] } };
    const orders = await this.databases.order.collection('orders').find(open).toArray();
    for (const { _id } of orders) await this.expire(String(_id));
    await this.databases.order.collection('orders').updateMany(open, { $set: { dueAt: new Date(0) } });
    await this.databases.payment
      .collection('payments')
      .updateMany(
        { userId: { $in: customers }, nextCheckAt: { $exists: true } },
        { $set: { nextCheckAt: new Date(0) } },
      );
  }
}
