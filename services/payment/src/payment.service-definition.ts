import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { paymentConfig } from './payment.config.js';
import { PaymentModule } from './payment.module.js';

export const paymentService: ServiceDefinition<typeof paymentConfig> = {
  name: 'payment',
  config: paymentConfig,
  module: PaymentModule,
};
