import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { catalogConfig } from './catalog.config.js';
import { CatalogModule } from './catalog.module.js';

/** The catalog: products, their pictures, their stock. */
export const catalogService: ServiceDefinition<typeof catalogConfig> = {
  name: 'catalog',
  config: catalogConfig,
  module: CatalogModule,
};
