import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { cartConfig } from './cart.config.js';
import { CartModule } from './cart.module.js';

export const cartService: ServiceDefinition<typeof cartConfig> = {
  name: 'cart',
  config: cartConfig,
  module: CartModule,
};
