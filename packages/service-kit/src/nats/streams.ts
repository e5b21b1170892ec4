import { jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';

const DAY_MS = 86_400_000;
/** What a consumer's server says when a message was delivered in vain too often; kept with the dead letters. */
export const maxDeliveriesAdvisory = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${streams.events.name}.>`;

/**
 * Makes sure that both streams exist. Every process may do it, any number of times. Where they exist in another
 * form (an older release's), only the process that keeps them (`natsAccess`) may change them; the others go on.
 * Messages with the same id within the duplicate window are stored once.
 */
export async function ensureStreams(connection: NatsConnection, replicas: number, keeper: boolean): Promise<void> {
  const manager = await jetstreamManager(connection);
  const common = { storage: StorageType.File, retention: RetentionPolicy.Limits, num_replicas: replicas };
  await ensure(manager, keeper, {
    ...common,
    name: streams.events.name,
    subjects: [...streams.events.subjects],
    max_age: nanos(14 * DAY_MS),
    duplicate_window: nanos(120_000),
  });
  await ensure(manager, keeper, {
    ...common,
    name: streams.deadLetters.name,
    subjects: [...streams.deadLetters.subjects, maxDeliveriesAdvisory],
    max_age: nanos(90 * DAY_MS),
    duplicate_window: nanos(120_000),
  });
}

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

async function ensure(
  manager: Manager,
  keeper: boolean,
  config: Parameters<Manager['streams']['add']>[0],
): Promise<void> {
  try {
    await manager.streams.add(config);
  } catch (error) {
    // Another configuration under the same name (an older release's, or a race with a second process).
    if (!/name already in use/i.test(String(error))) throw error;
    if (keeper) await manager.streams.update(config.name, config);
  }
}
