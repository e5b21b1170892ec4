import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImageHost } from './images/image-host.js';
import { ImagesController } from './images/images.controller.js';
import { CurrentProducts } from './products/current-products.js';
import { PRODUCT, productSchema } from './products/product.schema.js';
import { ProductsController } from './products/products.controller.js';
import { ProductsService } from './products/products.service.js';
import { WrittenProducts } from './products/written-products.js';
import { ARCHIVED_ENTRY, archivedEntrySchema } from './stock/archived-entry.schema.js';
import { MemoryEngine } from './search/memory/memory-engine.js';
import { SEARCH_ENGINE } from './search/search-engine.js';
import { SearchFeed } from './search/search-feed.js';
import { SearchService } from './search/search.service.js';
import { ExpirySweep } from './stock/expiry-sweep.js';
import { StockArchiver } from './stock/stock-archiver.js';
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
  controllers: [ProductsController, ImagesController, StockController],
  providers: [
    { provide: SEARCH_ENGINE, useClass: MemoryEngine },
    WrittenProducts,
    SearchFeed,
    CurrentProducts,
    SearchService,
    ImageHost,
    ProductsService,
    StockLedger,
    StockService,
    ExpirySweep,
    StockArchiver,
  ],
})
export class CatalogModule {}
