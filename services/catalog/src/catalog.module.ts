import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { MemorySearchIndex } from '@rangavalli/search-index/memory-search-index';
import type { CatalogConfig } from './catalog.config.js';
import { ImageHost } from './images/image-host.js';
import { RemovedImages } from './images/removed-images.js';
import { ProductCache } from './products/product-cache.js';
import { ProductChanges } from './products/product-changes.js';
import { PRODUCT, productSchema } from './products/product.schema.js';
import { ProductsController } from './products/products.controller.js';
import { ProductsService } from './products/products.service.js';
import { ProductDocuments } from './search/product-documents.js';
import { SEARCH_INDEX, SearchIndexer } from './search/search-indexer.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { ExpirySweep } from './stock/expiry-sweep.js';
import { StockArchiver } from './stock/stock-archiver.js';
import { ARCHIVED_ENTRY, archivedEntrySchema } from './stock/stock-entry.js';
import { StockController } from './stock/stock.controller.js';
import { StockLedger } from './stock/stock-ledger.js';
import { StockService } from './stock/stock.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PRODUCT, schema: productSchema },
      { name: ARCHIVED_ENTRY, schema: archivedEntrySchema },
    ]),
  ],
  controllers: [ProductsController, SearchController, StockController],
  providers: [
    { provide: SEARCH_INDEX, useClass: MemorySearchIndex },
    ProductChanges,
    ProductCache,
    ProductDocuments,
    ProductsService,
    SearchIndexer,
    SearchService,
    ImageHost,
    RemovedImages,
    StockLedger,
    StockService,
    ExpirySweep,
    StockArchiver,
    retention<CatalogConfig>(ARCHIVED_ENTRY, {
      field: 'at',
      days: ({ RELEASED_STOCK_RETENTION_DAYS }) => RELEASED_STOCK_RETENTION_DAYS,
      only: { filter: { state: 'released' } },
    }),
    retention<CatalogConfig>(ARCHIVED_ENTRY, {
      field: 'at',
      days: ({ SOLD_STOCK_RETENTION_DAYS }) => SOLD_STOCK_RETENTION_DAYS,
      only: { filter: { state: { $in: ['sold', 'returned'] } }, name: 'sold' },
    }),
  ],
})
export class CatalogModule {}
