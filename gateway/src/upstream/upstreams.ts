import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import { addressVariable, type RemoteSlice, remoteSlices } from '@rangavalli/contracts/slices';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GatewayConfig } from '../config.js';
import { Upstream } from './upstream.js';

const byName = <Name extends string>(
  names: readonly Name[],
  upstream: (name: Name) => Upstream,
): Record<Name, Upstream> => Object.fromEntries(names.map((name) => [name, upstream(name)])) as Record<Name, Upstream>;

@Injectable()
export class Upstreams implements OnApplicationShutdown {
  readonly services: Readonly<Record<ServiceName, Upstream>>;
  readonly remotes: Readonly<Record<RemoteSlice, Upstream>>;
  readonly shell: Upstream;
  readonly media: Upstream | undefined;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const { STORE_ID: store } = config;
    const ofService = (service: string) => ({ watched: true, ...(store ? { expected: { store, service } } : {}) });
    this.services = byName(services, (name) => new Upstream(config[addressVariable(name)], ofService(name)));
    this.shell = new Upstream(config.SHELL_URL, ofService('shell'));
    const ofRemote = store ? { expected: { store } } : {};
    this.remotes = byName(remoteSlices, (name) => new Upstream(config[addressVariable(name)], ofRemote));
    this.media = config.CLOUDINARY_DELIVERY_URL ? new Upstream([config.CLOUDINARY_DELIVERY_URL]) : undefined;
  }

  async onApplicationShutdown() {
    const all = [...Object.values(this.services), ...Object.values(this.remotes), this.shell];
    if (this.media) all.push(this.media);
    await Promise.all(all.map((upstream) => upstream.close()));
  }
}
