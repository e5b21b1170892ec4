import type { CallKey, CallRequest } from '@rangavalli/contracts/calls';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { Product, ProductInput } from '@rangavalli/contracts/entities/product';
import { fillPath } from '@rangavalli/contracts/path';
import { connectNats } from '@rangavalli/service-kit/nats/connection';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import type { TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { pino } from 'pino';
import mongoose, { type Connection } from 'mongoose';
import { type Slice, slices, withBackends } from './backends.js';
import { createId } from './fake-shop.js';

type Params = Record<string, string>;
type NatsConnection = Awaited<ReturnType<typeof connectNats>>;

const admin = buildIdentity({ id: createId(), role: 'owner', name: 'Admin', email: 'admin@example.com' });

/** The response of a call; status 0 when the process was down. */
export interface CallResult {
  status: number;
  body: Record<string, unknown>;
}

export class ShopProcesses {
  /** Emailed codes that confirm orders, by order number. */
  readonly codes = new Map<string, string>();

  private constructor(
    readonly razorpay: RazorpayStandIn,
    readonly slices: Record<Slice, { process: TestProcess; database: Connection }>,
    readonly stop: () => Promise<void>,
  ) {}

  static start(): Promise<ShopProcesses> {
    return withBackends(async ({ nats, razorpay, startSlice, onStop, stop }) => {
      const started = await Promise.all(slices.map(async (slice) => [slice, await startSlice(slice)] as const));
      const bySlice = Object.fromEntries(started) as Record<Slice, (typeof started)[number][1]>;
      const shop = new ShopProcesses(razorpay, bySlice, stop);
      const connection = await connectNats(nats.url, 'notification', pino({ level: 'silent' }));
      onStop(() => connection.close());
      shop.acceptEmails(connection);
      return shop;
    });
  }

  private acceptEmails(nats: NatsConnection): void {
    nats.subscribe('rpc.notification.email.send', {
      callback: (error, message) => {
        if (error) return;
        const email = message.json<CommandRequest<'rpc.notification.email.send'>>();
        if (email.template === 'order-code') this.codes.set(email.data.orderNumber, email.data.code);
        message.respond(JSON.stringify({ ok: true, data: { outcome: 'sent' } }));
      },
    });
  }

  async call<K extends CallKey>(
    slice: Slice,
    key: K,
    request: CallRequest<K>,
    as: Identity = admin,
  ): Promise<CallResult> {
    const [method, path] = key.split(' ') as [string, string];
    const { params = {}, query, body } = request as { params?: Params; query?: Params; body?: object };
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const url = this.slices[slice].process.url + fillPath(path, params) + search;
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...testIdentityHeader(slice, as),
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
    return buildIdentity({ id: createId() });
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

  async crash(slice: Slice): Promise<void> {
    await this.slices[slice].process.kill();
    await this.slices[slice].process.start();
  }

  async expire(orderId: string): Promise<void> {
    await this.slices.catalog.database
      .collection('products')
      .updateMany(
        { 'holds.orderId': orderId },
        { $set: { 'holds.$[held].expiresAt': new Date(0) } },
        { arrayFilters: [{ 'held.orderId': orderId, 'held.state': 'held' }] },
      );
    const _id = new mongoose.Types.ObjectId(orderId);
    await this.slices.order.database
      .collection<{ _id: mongoose.Types.ObjectId }>('orders')
      .updateOne({ _id, phase: 'checkout' }, { $set: { dueAt: new Date(0) } });
  }
}
