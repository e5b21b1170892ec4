import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { serveEarly } from '@rangavalli/service-kit/http/early-reads';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { catalogConfig } from './catalog.config.js';
import { CatalogModule } from './catalog.module.js';
import { SearchController } from './search/search.controller.js';

function prepare(app: NestFastifyApplication): void {
  const search = app.get(SearchController);
  serveEarly(app.getHttpAdapter().getInstance(), {
    'GET /products/getAll': (input) => search.getAll(input),
    'GET /products/suggest': (input) => search.suggest(input),
    'GET /products/getOne/{id}': (input) => search.getOne(input),
  });
}

export const catalogService: ServiceDefinition<typeof catalogConfig> = {
  name: 'catalog',
  config: catalogConfig,
  module: CatalogModule,
  prepare,
};
