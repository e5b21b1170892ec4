import type { CommandName, CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { Types } from 'mongoose';
import { fulfilmentService } from '../fulfilment.service-definition.js';

type CashRules = CommandReply<'rpc.order.cash.get'>;

export const packer = buildIdentity({ id: '0123456789abcdef01234567', role: 'fulfilment', name: 'Ravi' });

/** The fulfilment service with a fake catalog and a fake order service behind NATS. */
export interface FulfilmentFixture extends TestService {
  natsServer: TestNats;
  /** Adds a product of the fake catalog and returns its id. */
  addProduct(facts?: Partial<CatalogProduct>): string;
  /** Adds an order of the fake order service and returns its id. */
  addOrder(order: CommandReply<'rpc.order.shipping.get'>): string;
  /** Adds a return of the fake order service and returns its id. */
  addReturn(facts: CommandReply<'rpc.order.return.get'>): string;
  /** Changes a return of the fake order service. */
  changeReturn(id: string, change: Partial<CommandReply<'rpc.order.return.get'>>): void;
  /** Changes an order of the fake order service. */
  changeOrder(id: string, change: Partial<CommandReply<'rpc.order.shipping.get'>>): void;
  setCatalogAvailable(isAvailable: boolean): void;
  /** Changes the fake order service's rules of cash on delivery; without rules it does not reply. */
  setCashRules(change: Partial<CashRules> | undefined): void;
  request<N extends CommandName>(name: N, request: CommandRequest<N>): Promise<CommandReply<N>>;
  /** Changes the settings as staff do. */
  edit(change: (settings: DeliverySettings) => DeliverySettings): Promise<void>;
}

/** @param other start a second process beside this one, which has the same MONGODB_URI */
export async function startFulfilment(
  env: NodeJS.ProcessEnv = {},
  other?: FulfilmentFixture,
): Promise<FulfilmentFixture> {
  const nats = other?.natsServer ?? (await startTestNats());
  const service = await startTestService(fulfilmentService, nats.url, env);
  const products = new Map<string, CatalogProduct>();
  const orders = new Map<string, CommandReply<'rpc.order.shipping.get'>>();
  const returns = new Map<string, CommandReply<'rpc.order.return.get'>>();
  let isAvailable = true;
  let cashRules: CashRules | undefined = defaultCashRules;
  if (!other)
    service.nats.subscribe('rpc.order.cash.get', {
      callback: (_error, message) => {
        if (cashRules) message.respond(JSON.stringify({ ok: true, data: cashRules }));
      },
    });
  if (!other)
    service.nats.subscribe('rpc.order.return.get', {
      callback: (_error, message) => {
        const facts = returns.get(message.json<CommandRequest<'rpc.order.return.get'>>().returnId);
        const error = { code: 'RETURN_NOT_FOUND', message: 'Return not found.' };
        message.respond(JSON.stringify(facts ? { ok: true, data: facts } : { ok: false, error }));
      },
    });
  if (!other)
    service.nats.subscribe('rpc.order.shipping.get', {
      callback: (_error, message) => {
        const order = orders.get(message.json<CommandRequest<'rpc.order.shipping.get'>>().orderId);
        const error = { code: 'ORDER_NOT_FOUND', message: 'Order not found.' };
        message.respond(JSON.stringify(order ? { ok: true, data: order } : { ok: false, error }));
      },
    });
  if (!other)
    service.nats.subscribe('rpc.catalog.products.get', {
      callback: (_error, message) => {
        if (!isAvailable) return;
        const { ids } = message.json<CommandRequest<'rpc.catalog.products.get'>>();
        const found = ids.flatMap((id) => products.get(id) ?? []);
        message.respond(JSON.stringify({ ok: true, data: { products: found } }));
      },
    });
  return {
    ...service,
    natsServer: nats,
    addProduct(facts = {}) {
      const product = buildCatalogProduct(facts);
      products.set(product._id, product);
      return product._id;
    },
    addOrder(order) {
      const id = new Types.ObjectId().toHexString();
      orders.set(id, order);
      return id;
    },
    addReturn(facts) {
      const id = new Types.ObjectId().toHexString();
      returns.set(id, facts);
      return id;
    },
    changeReturn(id, change) {
      const facts = returns.get(id);
      if (facts) returns.set(id, { ...facts, ...change });
    },
    changeOrder(id, change) {
      const order = orders.get(id);
      if (order) orders.set(id, { ...order, ...change });
    },
    setCashRules: (change) => void (cashRules = change && { ...defaultCashRules, ...change }),
    setCatalogAvailable: (next) => void (isAvailable = next),
    request: (name, request) => service.app.get(Commands).request(name, request),
    async edit(change) {
      const { settings, revision } = (await service.call('GET /delivery/settings', {}, packer)).body;
      await service.call('PUT /delivery/settings', { body: { settings: change(settings), revision } }, packer);
    },
    async stop() {
      await service.stop();
      if (!other) await nats.stop();
    },
  };
}

const defaultCashRules: CashRules = {
  isEnabled: true,
  minimumPaise: 50_000,
  maximumPaise: 1_000_000,
  blockedPins: [],
  allowsPersonalised: false,
};

const buildCatalogProduct = (facts: Partial<CatalogProduct>): CatalogProduct => ({
  _id: new Types.ObjectId().toHexString(),
  name: 'Kanchipuram silk saree',
  description: '',
  pricePaise: 499_900,
  category: 'saree',
  stock: 10,
  sizes: [],
  tags: [],
  images: [],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  ...facts,
});
