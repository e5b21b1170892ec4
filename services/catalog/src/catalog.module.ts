import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { retention } from '@rangavalli/service-kit/database/retention';
import { MemorySearchIndex } from '@rangavalli/search-index/memory-search-index';
import type { CatalogConfig } from './catalog.config.js';
import { CustomerExportController } from './customers/customer-export.controller.js';
import { EvidenceController } from './images/evidence.controller.js';
import { ImageHost } from './images/image-host.js';
import { RemovedImages } from './images/removed-images.js';
import { PricesController } from './prices/prices.controller.js';
import { PricesService } from './prices/prices.service.js';
import { SaleSweep } from './prices/sale-sweep.js';
import { ProductCache } from './products/product-cache.js';
import { ProductChanges } from './products/product-changes.js';
import { PRODUCT, productSchema } from './products/product.schema.js';
import { ProductsController } from './products/products.controller.js';
import { ProductsService } from './products/products.service.js';
import { REVIEW, reviewSchema } from './reviews/review.schema.js';
import { QUESTION, questionSchema } from './questions/question.schema.js';
import { QuestionsController } from './questions/questions.controller.js';
import { Questions } from './questions/questions.service.js';
import { RatingUpdater } from './reviews/rating-updater.js';
import { ReviewMediaHost } from './reviews/review-media.js';
import { ReviewModeration } from './reviews/review-moderation.js';
import { ReviewsController } from './reviews/reviews.controller.js';
import { Reviews } from './reviews/reviews.service.js';
import { ArrivalLimits } from './search/arrival-limits.js';
import { ProductDocuments } from './search/product-documents.js';
import { SearchLog } from './search/log/search-log.service.js';
import { SEARCH_DAY, searchDaySchema } from './search/log/search-log.schema.js';
import { SearchAdminController } from './search/search-admin.controller.js';
import { SEARCH_INDEX } from './search/search-index.token.js';
import { SearchIndexer } from './search/search-indexer.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { SYNONYMS, synonymsSchema } from './search/synonyms/synonyms.schema.js';
import { Synonyms } from './search/synonyms/synonyms.service.js';
import { UnitsSold } from './search/units-sold.js';
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
      { name: REVIEW, schema: reviewSchema },
      { name: QUESTION, schema: questionSchema },
      { name: SYNONYMS, schema: synonymsSchema },
      { name: SEARCH_DAY, schema: searchDaySchema },
    ]),
  ],
  controllers: [
    CustomerExportController,
    EvidenceController,
    PricesController,
    ProductsController,
    QuestionsController,
    ReviewsController,
    SearchController,
    SearchAdminController,
    StockController,
  ],
  providers: [
    { provide: SEARCH_INDEX, useClass: MemorySearchIndex },
    ProductChanges,
    ProductCache,
    ArrivalLimits,
    ProductDocuments,
    ProductsService,
    Questions,
    Reviews,
    ReviewMediaHost,
    ReviewModeration,
    RatingUpdater,
    Synonyms,
    SearchIndexer,
    SearchService,
    SearchLog,
    UnitsSold,
    ImageHost,
    RemovedImages,
    PricesService,
    SaleSweep,
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
    retention<CatalogConfig>(SEARCH_DAY, {
      field: 'at',
      days: ({ SEARCH_LOG_RETENTION_DAYS }) => SEARCH_LOG_RETENTION_DAYS,
    }),
  ],
})
export class CatalogModule {}
