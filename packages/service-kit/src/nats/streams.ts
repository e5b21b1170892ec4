import { jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';

const DAY_MS = 86_400_000;
const DUPLICATE_WINDOW_MS = 120_000;
const maxDeliveriesAdvisory = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${streams.events.name}.>`;

/** Creates missing streams. `mayUpdate`: applies changed settings, only for the process that manages them. */
export async function ensureStreams(nats: NatsConnection, replicas: number, mayUpdate: boolean): Promise<void> {
  const manager = await jetstreamManager(nats);
  const ensure = async (name: string, subjects: string[], days: number): Promise<void> => {
    const config = {
      name,
      subjects,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      num_replicas: replicas,
      max_age: nanos(days * DAY_MS),
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    };
    try {
      await manager.streams.add(config);
    } catch (error) {
      // Exists with other settings, or another process was faster.
      if (!/name already in use/i.test(String(error))) throw error;
      if (mayUpdate) await manager.streams.update(name, config);
    }
  };
  await ensure(streams.events.name, [...streams.events.subjects], 14);
  await ensure(streams.deadLetters.name, [...streams.deadLetters.subjects, maxDeliveriesAdvisory], 90);
}
