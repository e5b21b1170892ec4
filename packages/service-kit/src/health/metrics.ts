import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { natsAccess } from '@rangavalli/contracts/nats-access';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

/** Labels have few values. `deploy/observability` uses these names; a test compares them. */
// Every 10 ms by default, which wakes an idle process a hundred times a second.
collectDefaultMetrics({ eventLoopMonitoringPrecision: 50 });

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const bySubject = ['subject'] as const;
const byOutcome = ['subject', 'outcome'] as const;

export type Outcome = 'ok' | 'refused' | 'error';

export const outcomeOf = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'error');

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests, by route template.',
  labelNames: ['method', 'route', 'status'],
  buckets,
});

export const requestDuration = new Histogram({
  name: 'nats_request_duration_seconds',
  help: 'Duration of commands sent to other services, over all attempts. outcome: ok, refused, error.',
  labelNames: byOutcome,
  buckets,
});
export const requestRetries = new Counter({
  name: 'nats_request_retries_total',
  help: 'Attempts without a reply, after which the command was sent again.',
  labelNames: bySubject,
});

export const commandDuration = new Histogram({
  name: 'nats_command_duration_seconds',
  help: 'Duration of commands served by this process. outcome: ok, refused, error.',
  labelNames: byOutcome,
  buckets,
});
export const expiredCommands = new Counter({
  name: 'nats_command_expired_total',
  help: 'Commands dropped because their deadline had passed.',
  labelNames: bySubject,
});

export const eventHandlerDuration = new Histogram({
  name: 'nats_event_handler_duration_seconds',
  help: 'Duration of one handling of an event. outcome: ok, error (retried), dead (moved to the dead-letter stream).',
  labelNames: byOutcome,
  buckets,
});
export const eventAge = new Histogram({
  name: 'nats_event_age_seconds',
  help: 'Time from the write of an event to the end of its handling: outbox, stream and retries included.',
  labelNames: bySubject,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
});
export const publishedEvents = new Counter({
  name: 'nats_publish_total',
  help: 'Attempts to publish an event. outcome: ok, error (it stays in the outbox).',
  labelNames: byOutcome,
});

const processInfo = new Gauge({
  name: 'process_release_info',
  help: 'Always 1; the labels name the release of the process.',
  labelNames: ['service', 'version'],
});
const natsUp = new Gauge({ name: 'nats_up', help: 'Whether NATS responds.' });
const databaseUp = new Gauge({ name: 'database_up', help: 'Whether the database responds.' });
const natsPing = new Gauge({ name: 'nats_ping_seconds', help: 'Round trip to NATS at the last check.' });
const databasePing = new Gauge({
  name: 'database_ping_seconds',
  help: 'Round trip to the database at the last check.',
});
const byStream = ['stream'] as const;
export const streamMessages = new Gauge({
  name: 'nats_stream_messages',
  help: 'Messages that a stream stores; reported by the service that manages the streams, as the next two.',
  labelNames: byStream,
});
export const streamBytes = new Gauge({
  name: 'nats_stream_bytes',
  help: 'Size of a stream on disk, bytes.',
  labelNames: byStream,
});
export const streamReplicasBehind = new Gauge({
  name: 'nats_stream_replicas_behind',
  help: 'Replicas of a stream that are offline or lack messages of its leader.',
  labelNames: byStream,
});
const consumerPending = new Gauge({
  name: 'nats_consumer_pending',
  help: 'Events not yet delivered to the service; the same from each of its processes.',
  labelNames: bySubject,
});
const consumerAckPending = new Gauge({
  name: 'nats_consumer_ack_pending',
  help: 'Events delivered and not yet acknowledged.',
  labelNames: bySubject,
});
const consumerRedelivered = new Gauge({
  name: 'nats_consumer_redelivered',
  help: 'Unacknowledged events that were delivered more than once.',
  labelNames: bySubject,
});
const outboxDocuments = new Gauge({
  name: 'outbox_pending_documents',
  help: 'Documents with unpublished events, at most 1,000 per collection.',
});
const outboxOldest = new Gauge({
  name: 'outbox_oldest_age_seconds',
  help: 'Age of the oldest unpublished event; 0 when there is none.',
});
export const failingDocuments = new Gauge({
  name: 'outbox_failing_documents',
  help: 'Documents whose next event could not be published while NATS responded; they are retried with a back-off.',
  labelNames: bySubject,
});
const deadLetters = new Gauge({
  name: 'nats_dead_letters',
  help: 'Dead letters of each slice; reported by the service that manages the streams.',
  labelNames: ['slice'],
});

/** Gauges of unknown values are removed. */
export function setGauges(report: ProcessReport): void {
  const { service, version = '', nats, database, consumers, outbox } = report;
  processInfo.reset();
  processInfo.set({ service, version }, 1);
  natsUp.set(Number(nats.ok));
  natsPing.set(nats.ms / 1_000);
  if (database) {
    databaseUp.set(Number(database.ok));
    databasePing.set(database.ms / 1_000);
  } else {
    databaseUp.remove();
    databasePing.remove();
  }

  for (const gauge of [consumerPending, consumerAckPending, consumerRedelivered, deadLetters]) gauge.reset();
  for (const { event: subject, waiting, unacknowledged, redelivered } of consumers ?? []) {
    consumerPending.set({ subject }, waiting);
    consumerAckPending.set({ subject }, unacknowledged);
    consumerRedelivered.set({ subject }, redelivered);
  }
  if (report.deadLetters) {
    for (const slice of Object.keys(natsAccess)) deadLetters.set({ slice }, 0);
    for (const { slice, count } of report.deadLetters) deadLetters.set({ slice }, count);
  }

  if (!outbox) return [outboxDocuments, outboxOldest].forEach((gauge) => gauge.remove());
  outboxDocuments.set(outbox.documents);
  outboxOldest.set(outbox.oldest ? Math.max(0, (Date.now() - Date.parse(outbox.oldest)) / 1_000) : 0);
}

export { register };
