import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { CommandName, CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { CART, type CartRecord } from '../cart/cart.schema.js';
import { cartService } from '../cart.service-definition.js';

/** The cart under test, with a stand-in for the catalog behind NATS. */
export interface CartUnderTest extends TestService {
  readonly carts: Model<CartRecord>;
  /** Puts a product into the stand-in's shop, or another one in its place. */
  stock(product: Product): Product;
  /** Takes a product out of it. */
  withdraw(id: string): void;
  /** Makes the stand-in deaf, or hear again. */
  catalogIsThere(there: boolean): void;
  /** How often the stand-in was asked. */
  asked(): number;
  ask<N extends CommandName>(name: N, request: CommandRequest<N>): Promise<CommandReply<N>>;
}

export async function startCart(env: NodeJS.ProcessEnv = {}): Promise<CartUnderTest> {
  const nats = await startTestNats();
  const service = await startTestService(cartService, nats.url, {
    PRODUCT_FACTS_MS: '0',
    CATALOG_DEADLINE_MS: '400',
    ...env,
  });
  const products = new Map<string, Product>();
  let there = true;
  let asked = 0;
  service.nats.subscribe('rpc.catalog.products.get', {
    callback: (_error, message) => {
      if (!there) return;
      asked += 1;
      const { ids } = message.json<CommandRequest<'rpc.catalog.products.get'>>();
      const found = ids.flatMap((id) => products.get(id) ?? []);
      const data = { products: found.map(({ price, ...rest }) => ({ ...rest, pricePaise: rupeesToPaise(price) })) };
      message.respond(JSON.stringify({ ok: true, data }));
    },
  });
  return {
    ...service,
    carts: service.app.get<Model<CartRecord>>(getModelToken(CART)),
    stock(product) {
      products.set(product._id, product);
      return product;
    },
    withdraw: (id) => void products.delete(id),
    catalogIsThere(now) {
      there = now;
    },
    asked: () => asked,
    ask: (name, request) => service.app.get(Commands).request(name, request),
    async stop() {
      await service.stop();
      await nats.stop();
    },
  };
}

/** A customer with an empty cart. */
export const aCustomer = (): Identity => ({
  id: new Types.ObjectId().toHexString(),
  role: 'user',
  name: 'Meena',
  email: 'meena@example.com',
});

export const aProduct = (fields: Partial<Product> = {}): Product => ({
  _id: new Types.ObjectId().toHexString(),
  name: 'Kanchipuram silk saree',
  description: '',
  price: 4999.5,
  category: 'saree',
  stock: 10,
  sizes: [],
  tags: [],
  images: [],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  ...fields,
});
