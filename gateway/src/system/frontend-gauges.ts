import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Gauge } from 'prom-client';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { probeFrontend } from './probes.js';

const readyInstances = new Gauge({
  name: 'frontend_ready_instances',
  help: 'Instances of the shell and of each remote that are ready, as this gateway reaches them.',
  labelNames: ['slice'],
});

/** Shell and remotes export no metrics themselves: the gateway, which serves their pages and files, probes them. */
@Injectable()
export class FrontendGauges {
  constructor(
    collectors: MetricCollectors,
    private readonly upstreams: Upstreams,
  ) {
    collectors.add(() => this.collect());
  }

  private async collect(): Promise<void> {
    const { shell, remotes } = this.upstreams;
    await Promise.all(
      Object.entries({ shell, ...remotes }).map(async ([slice, upstream]) =>
        readyInstances.set({ slice }, await countReady(upstream)),
      ),
    );
  }
}

async function countReady(upstream: Upstream): Promise<number> {
  const probes = await upstream.forEachInstance((target) => probeFrontend(target, '/health/ready'));
  return probes.filter(({ instance }) => instance.state === 'ready').length;
}
