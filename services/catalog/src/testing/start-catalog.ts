import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { CommandName, CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Product, ProductInput } from '@rangavalli/contracts/entities/product';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type Model, type mongo, Types } from 'mongoose';
import { catalogService } from '../catalog.service-definition.js';
import { SaleSweep } from '../prices/sale-sweep.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { SearchIndexer } from '../search/search-indexer.js';
import { ExpirySweep } from '../stock/expiry-sweep.js';
import { StockArchiver } from '../stock/stock-archiver.js';
import { type Hold, StockService } from '../stock/stock.service.js';

export const admin = buildIdentity({ id: '0123456789abcdef01234567', role: 'owner', name: 'Asha' });
export const shopper = buildIdentity({ id: '0123456789abcdef01234568', name: 'Meena', email: 'meena@example.com' });

/** A catalog for tests. Its periodic tasks do not run by themselves; tests run them. */
export interface CatalogUnderTest extends TestService {
  products: Model<ProductRecord>;
  stock: StockService;
  sweep: ExpirySweep;
  saleSweep: SaleSweep;
  archiver: StockArchiver;
  indexer: SearchIndexer;
  natsServer: TestNats;
  request<N extends CommandName>(name: N, request: CommandRequest<N>): Promise<CommandReply<N>>;
  create(fields?: Partial<ProductInput>): Promise<Product>;
  stockOf(id: string): Promise<number>;
  /** Returns the commands that search a collection while something runs: no reads by id, nor those of the outbox. */
  searchesOf(collection: string, run: () => Promise<unknown>): Promise<Record<string, unknown>[]>;
}

/** @param other start a second replica beside this one, which has the same MONGODB_URI */
export async function startCatalog(env: NodeJS.ProcessEnv = {}, other?: CatalogUnderTest): Promise<CatalogUnderTest> {
  const nats = other?.natsServer ?? (await startTestNats());
  const service = await startTestService(catalogService, nats.url, {
    MEDIA_URL: 'http://localhost:8080/media',
    CLOUDINARY_URL: 'cloudinary://key:secret@rangavalli?upload_prefix=http://127.0.0.1:9000',
    HOLD_SWEEP_MS: '3600000',
    STOCK_ARCHIVE_EVERY_MS: '3600000',
    REMOVED_IMAGES_SWEEP_MS: '3600000',
    SALE_SWEEP_MS: '3600000',
    SEARCH_SALES_REFRESH_MS: '3600000',
    ...env,
  });
  const products = service.app.get<Model<ProductRecord>>(getModelToken(PRODUCT));
  return {
    ...service,
    products,
    stock: service.app.get(StockService),
    sweep: service.app.get(ExpirySweep),
    saleSweep: service.app.get(SaleSweep),
    archiver: service.app.get(StockArchiver),
    indexer: service.app.get(SearchIndexer),
    natsServer: nats,
    request: (name, request) => service.app.get(Commands).request(name, request, 60_000),
    async create(fields = {}) {
      const { body } = await service.call('POST /products/create', { body: buildProductInput(fields) }, admin);
      return body.product;
    },
    async stockOf(id) {
      const found = await products.findById(id, { stock: 1 }).lean();
      return found?.stock ?? Number.NaN;
    },
    async searchesOf(collection, run) {
      const searches: Record<string, unknown>[] = [];
      const record = ({ commandName, command }: mongo.CommandStartedEvent) => {
        if (!['find', 'aggregate'].includes(commandName) || command[commandName] !== collection) return;
        const filter = (command['filter'] ?? {}) as object;
        if (!('_id' in filter || 'outbox.id' in filter)) searches.push(command);
      };
      products.db.on('commandStarted', record);
      await run().finally(() => products.db.off('commandStarted', record));
      return searches;
    },
    async stop() {
      await service.stop();
      if (!other) await nats.stop();
    },
  };
}

export const buildProductInput = (fields: Partial<ProductInput> = {}): ProductInput => ({
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

export const inPaise = ({ price, ...product }: Product) => ({ ...product, pricePaise: rupeesToPaise(price) });

/** Returns a hold request that expires in 15 minutes. */
export const buildHold = (
  ...lines: [productId: string, quantity: number, size?: string][]
): Hold & { expiresAt: string; lines: { productId: string; size: string; quantity: number }[] } => ({
  holdId: randomUUID(),
  orderId: new Types.ObjectId().toHexString(),
  lines: lines.map(([productId, quantity, size = '']) => ({ productId, quantity, size })),
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
});
