import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { fulfilmentConfig } from './fulfilment.config.js';
import { FulfilmentModule } from './fulfilment.module.js';

export const fulfilmentService: ServiceDefinition<typeof fulfilmentConfig> = {
  name: 'fulfilment',
  config: fulfilmentConfig,
  module: FulfilmentModule,
};
