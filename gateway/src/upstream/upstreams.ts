import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ServiceName } from '@rangavalli/contracts/call';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GatewayConfig } from '../config.js';
import { Upstream } from './upstream.js';

export type RemoteSlice = 'mf-catalog' | 'mf-checkout' | 'mf-account' | 'mf-admin';

/** Every slice behind the gateway. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  readonly services: Readonly<Record<ServiceName, Upstream>>;
  readonly remotes: Readonly<Record<RemoteSlice, Upstream>>;
  readonly shell: Upstream;
  readonly media: Upstream | undefined;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.services = {
      catalog: new Upstream(config.CATALOG_URL, { watched: true }),
      cart: new Upstream(config.CART_URL, { watched: true }),
      order: new Upstream(config.ORDER_URL, { watched: true }),
      payment: new Upstream(config.PAYMENT_URL, { watched: true }),
      user: new Upstream(config.USER_URL, { watched: true }),
    };
    this.remotes = {
      'mf-catalog': new Upstream(config.MF_CATALOG_URL),
      'mf-checkout': new Upstream(config.MF_CHECKOUT_URL),
      'mf-account': new Upstream(config.MF_ACCOUNT_URL),
      'mf-admin': new Upstream(config.MF_ADMIN_URL),
    };
    this.shell = new Upstream(config.SHELL_URL);
    this.media = config.CLOUDINARY_DELIVERY_URL ? new Upstream([config.CLOUDINARY_DELIVERY_URL]) : undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    const all = [...Object.values(this.services), ...Object.values(this.remotes), this.shell, ...(this.media ? [this.media] : [])];
    await Promise.all(all.map((upstream) => upstream.close()));
  }
}
