import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';
import { streams } from '@rangavalli/contracts/events';
import { accessOf } from '../nats/permissions.js';
import { NATS, SERVICE_NAME } from '../tokens.js';
import { MetricCollectors } from './metric-collectors.js';
import { streamBytes, streamMessages, streamReplicasBehind } from './metrics.js';

const TIMEOUT_MS = 800;

/** Read by the process that manages the streams; the others have no permission. */
@Injectable()
export class StreamGauges {
  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(SERVICE_NAME) service: string,
    collectors: MetricCollectors,
  ) {
    if (accessOf(service)?.managesStreams) collectors.add(() => this.collect());
  }

  /** Without a leader a stream has no values. */
  private async collect(): Promise<void> {
    for (const gauge of [streamMessages, streamBytes, streamReplicasBehind]) gauge.reset();
    const manager = await jetstreamManager(this.nats, { checkAPI: false, timeout: TIMEOUT_MS });
    await Promise.all(
      Object.values(streams).map(async ({ name: stream }) => {
        const { state, cluster } = await manager.streams.info(stream);
        streamMessages.set({ stream }, state.messages);
        streamBytes.set({ stream }, state.bytes);
        const late = (cluster?.replicas ?? []).filter(({ current, offline }) => !current || offline);
        streamReplicasBehind.set({ stream }, late.length);
      }),
    );
  }
}
