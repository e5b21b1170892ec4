import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { orderConfig } from './order.config.js';
import { OrderModule } from './order.module.js';

export const orderService: ServiceDefinition<typeof orderConfig> = {
  name: 'order',
  config: orderConfig,
  module: OrderModule,
};
