import { getModelToken } from '@nestjs/mongoose';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { CommandName, CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { CART, type CartRecord } from '../cart/cart.schema.js';
import { cartService } from '../cart.service-definition.js';

/** The cart service with a fake catalog behind NATS. */
export interface CartFixture extends TestService {
  readonly carts: Model<CartRecord>;
  /** Adds or replaces a product of the fake catalog. */
  putProduct(product: Product): Product;
  deleteProduct(id: string): void;
  setCatalogAvailable(isAvailable: boolean): void;
  countRequests(): number;
  request<N extends CommandName>(name: N, request: CommandRequest<N>): Promise<CommandReply<N>>;
}

export async function startCart(env: NodeJS.ProcessEnv = {}): Promise<CartFixture> {
  const nats = await startTestNats();
  const service = await startTestService(cartService, nats.url, {
    PRODUCT_CACHE_MS: '0',
    CATALOG_DEADLINE_MS: '400',
    QUOTE_DEADLINE_MS: '100',
    ...env,
  });
  const products = new Map<string, Product>();
  let isAvailable = true;
  let requests = 0;
  service.nats.subscribe('rpc.catalog.products.get', {
    callback: (_error, message) => {
      if (!isAvailable) return;
      requests += 1;
      const { ids } = message.json<CommandRequest<'rpc.catalog.products.get'>>();
      const found = ids.flatMap((id) => products.get(id) ?? []);
      message.respond(JSON.stringify({ ok: true, data: { products: found.map(toCatalogProduct) } }));
    },
  });
  return {
    ...service,
    carts: service.app.get<Model<CartRecord>>(getModelToken(CART)),
    putProduct(product) {
      products.set(product._id, product);
      return product;
    },
    deleteProduct: (id) => void products.delete(id),
    setCatalogAvailable: (next) => void (isAvailable = next),
    countRequests: () => requests,
    request: (name, request) => service.app.get(Commands).request(name, request),
    async stop() {
      await service.stop();
      await nats.stop();
    },
  };
}

export const buildCustomer = (): Identity => buildIdentity({ id: new Types.ObjectId().toHexString(), name: 'Meena' });

export const buildProduct = (fields: Partial<Product> = {}): Product => ({
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

export const toCatalogProduct = ({ price, sale, ...rest }: Product): CatalogProduct => ({
  ...rest,
  pricePaise: rupeesToPaise(price),
  ...(sale ? { sale: { ...sale, pricePaise: rupeesToPaise(sale.price) } } : {}),
});
