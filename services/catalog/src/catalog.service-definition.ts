import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { answerEarly } from '@rangavalli/service-kit/http/early-answers';
import type { FastifyInstance } from 'fastify';
import { catalogConfig } from './catalog.config.js';
import { CatalogModule } from './catalog.module.js';
import { ProductsController } from './products/products.controller.js';

function prepare(app: NestFastifyApplication): void {
  const products = app.get(ProductsController);
  answerEarly(app.getHttpAdapter().getInstance() as unknown as FastifyInstance, {
    'GET /products/getAll': (input) => products.getAll(input),
    'GET /products/suggest': (input) => products.suggest(input),
    'GET /products/getOne/{id}': (input) => products.getOne(input),
  });
}

/** The catalog: products, their pictures, their stock. */
export const catalogService: ServiceDefinition<typeof catalogConfig> = {
  name: 'catalog',
  config: catalogConfig,
  module: CatalogModule,
  prepare,
};
