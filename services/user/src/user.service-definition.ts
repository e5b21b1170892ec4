import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { userConfig } from './user.config.js';
import { UserModule } from './user.module.js';

export const userService: ServiceDefinition<typeof userConfig> = {
  name: 'user',
  config: userConfig,
  module: UserModule,
};
