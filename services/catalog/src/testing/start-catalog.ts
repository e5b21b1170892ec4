import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Product, ProductInput } from '@rangavalli/contracts/entities/product';
import type { CatalogProduct, CommandName, CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { catalogService } from '../catalog.service-definition.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { SearchFeed } from '../search/search-feed.js';
import { ExpirySweep } from '../stock/expiry-sweep.js';
import { StockArchiver } from '../stock/stock-archiver.js';
import type { Hold } from '../stock/stock.service.js';
import { StockService } from '../stock/stock.service.js';

/** A product as `rpc.catalog.products.get` returns it. */
export const inPaise = ({ price, ...rest }: Product): CatalogProduct => ({ ...rest, pricePaise: rupeesToPaise(price) });

export const anAdmin: Identity = {
  id: '0123456789abcdef01234567',
  role: 'admin',
  name: 'Asha',
  email: 'asha@example.com',
};
export const aShopper: Identity = {
  id: '0123456789abcdef01234568',
  role: 'user',
  name: 'Meena',
  email: 'meena@example.com',
};

/** The catalog under test. The regular tasks rest; a test runs them itself. */
export interface CatalogUnderTest extends TestService {
  products: Model<ProductRecord>;
  stock: StockService;
  sweep: ExpirySweep;
  archiver: StockArchiver;
  feed: SearchFeed;
  natsServer: TestNats;
  ask<N extends CommandName>(name: N, request: CommandRequest<N>): Promise<CommandReply<N>>;
  create(fields?: Partial<ProductInput>): Promise<Product>;
  stockOf(id: string): Promise<number>;
}

/** @param beside start it as another replica beside one that was started with the same MONGODB_URI */
export async function startCatalog(env: NodeJS.ProcessEnv = {}, beside?: CatalogUnderTest): Promise<CatalogUnderTest> {
  const nats = beside?.natsServer ?? (await startTestNats());
  const service = await startTestService(catalogService, nats.url, {
    MEDIA_URL: 'http://localhost:8080/media',
    CLOUDINARY_URL: 'cloudinary://key:secret@rangavalli?upload_prefix=http://127.0.0.1:9000',
    HOLD_SWEEP_MS: '3600000',
    STOCK_ARCHIVE_EVERY_MS: '3600000',
    ...env,
  });
  const products = service.app.get<Model<ProductRecord>>(getModelToken(PRODUCT));
  return {
    ...service,
    products,
    stock: service.app.get(StockService),
    sweep: service.app.get(ExpirySweep),
    archiver: service.app.get(StockArchiver),
    feed: service.app.get(SearchFeed),
    natsServer: nats,
    // A hundred at once take long on a busy machine, and each is to be answered.
    ask: (name, request) => service.app.get(Commands).request(name, request, 60_000),
    async create(fields = {}) {
      const { body } = await service.call('POST /products/create', { body: aProduct(fields) }, anAdmin);
      return body.product;
    },
    async stockOf(id) {
      const found = await products.findById(id, { stock: 1 }).lean();
      return found?.stock ?? Number.NaN;
    },
    async stop() {
      await service.stop();
      if (!beside) await nats.stop();
    },
  };
}

/** A product's input, of a saree unless told. */
export const aProduct = (fields: Partial<ProductInput> = {}): ProductInput => ({
  name: 'Kanchipuram silk saree',
  description: 'Woven by hand.',
  price: 4999.5,
  category: 'saree',
  sareeType: 'pattu',
  stock: 10,
  sizes: [],
  tags: ['silk'],
  images: [],
  ...fields,
});

/** A checkout's hold of some products, fifteen minutes long. */
export const aHold = (
  ...lines: [productId: string, quantity: number, size?: string][]
): Hold & { expiresAt: string; lines: { productId: string; size: string; quantity: number }[] } => ({
  holdId: randomUUID(),
  orderId: new Types.ObjectId().toHexString(),
  lines: lines.map(([productId, quantity, size = '']) => ({ productId, quantity, size })),
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
});
