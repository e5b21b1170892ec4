import { setTimeout as sleep } from 'node:timers/promises';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos, TimeoutError } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';
import type { NatsAccess } from '@rangavalli/contracts/nats-access';
import type { BaseConfig } from '../config.js';
import { natsAddress } from './credentials.js';
import { LIMITS_SUBJECT, limitsStream } from './subjects.js';

const DAY_MS = 86_400_000;
const DUPLICATE_WINDOW_MS = 120_000;
const maxDeliveriesAdvisory = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${streams.events.name}.>`;

const CLUSTER_SIZE = 3;
/** Error code of the server: "JetStream system temporarily unavailable". */
const NO_LEADER = 10_008;
/** "no suitable peers for placement". */
const NO_PEERS = 10_005;
const LEADER_POLL_MS = 500;
const PEERS_TIMEOUT_MS = 30_000;
/** For each of up to three requests. */
const LIMITS_TIMEOUT_MS = 1_000;

/** Returns how many servers store each stream: as configured, else 3 in a cluster of at least three servers. */
export const streamReplicas = ({ NATS_URL, NATS_REPLICAS }: Pick<BaseConfig, 'NATS_URL' | 'NATS_REPLICAS'>): number =>
  NATS_REPLICAS ?? (natsAddress(NATS_URL).servers.length >= CLUSTER_SIZE ? CLUSTER_SIZE : 1);

/** Creates missing streams of the process; changed settings are applied by the one that manages the streams. */
export async function ensureStreams(
  nats: NatsConnection,
  replicas: number,
  { managesStreams }: Pick<NatsAccess, 'managesStreams'> = {},
): Promise<void> {
  const manager = await waitForJetStream(nats);
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
    if ((await addStream(manager, config)) || !managesStreams) return;
    // A rollback keeps the subjects of newer services, whose events would have no stream.
    const { config: present } = await manager.streams.info(name);
    await manager.streams.update(name, { ...config, subjects: [...new Set([...present.subjects, ...subjects])] });
  };
  await ensure(streams.events.name, [...streams.events.subjects], 14);
  await ensure(streams.deadLetters.name, [...streams.deadLetters.subjects, maxDeliveriesAdvisory], 90);
}

/**
 * Creates or updates a stream that nobody reads: its leader brings the messages of all servers into one order.
 * @throws without the right to do so, and without waiting for a leader or the servers of a cluster
 */
export async function ensureLimitsStream(nats: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(nats, { checkAPI: false, timeout: LIMITS_TIMEOUT_MS });
  const { name, orderedSubject } = limitsStream;
  const config = {
    subjects: [LIMITS_SUBJECT],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_msgs: 1,
    num_replicas: replicas,
    republish: { src: LIMITS_SUBJECT, dest: orderedSubject },
  };
  if (!(await addStream(manager, { name, ...config }, 0))) await manager.streams.update(name, config);
}

/** Returns false when the stream exists with other settings, or another process was faster. */
async function addStream(
  manager: JetStreamManager,
  config: Parameters<JetStreamManager['streams']['add']>[0],
  peersTimeoutMs = PEERS_TIMEOUT_MS,
): Promise<boolean> {
  for (const until = Date.now() + peersTimeoutMs; ;) {
    try {
      await manager.streams.add(config);
      return true;
    } catch (error) {
      if (/name already in use/i.test(String(error))) return false;
      // A cluster that has just started may not know all its servers yet.
      const lacksPeers = error instanceof JetStreamApiError && error.code === NO_PEERS;
      if (!lacksPeers || Date.now() >= until) throw error;
      await sleep(LEADER_POLL_MS);
    }
  }
}

/** Waits while a cluster has no leader: when its servers start, and after a partition. */
async function waitForJetStream(nats: NatsConnection): Promise<JetStreamManager> {
  for (;;) {
    try {
      return await jetstreamManager(nats);
    } catch (error) {
      const hasNoLeader = error instanceof JetStreamApiError && error.code === NO_LEADER;
      if (!hasNoLeader && !(error instanceof TimeoutError)) throw error;
      await sleep(LEADER_POLL_MS);
    }
  }
}
