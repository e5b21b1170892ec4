import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { notificationConfig } from './notification.config.js';
import { NotificationModule } from './notification.module.js';

export const notificationService: ServiceDefinition<typeof notificationConfig> = {
  name: 'notification',
  config: notificationConfig,
  module: NotificationModule,
};
