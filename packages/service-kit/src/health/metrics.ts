import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

collectDefaultMetrics();

/**
 * Everything that processes count. Labels are few by construction: routes are templates, subjects those of the
 * contracts, outcomes the words below. Dashboard and alert rules in `deploy/observability` use these names; a test
 * there fails when one is missing here.
 */

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How something that was asked for ended: done; refused for a reason that is the asker's (a 4xx error); or failed. */
export type Outcome = 'ok' | 'refused' | 'error';

/** Which of the three an HTTP status, or an error's status, says. */
export const outcomeOf = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'error');

/** Rate, errors and duration of every HTTP route. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer, by route template.',
  labelNames: ['method', 'route', 'status'],
  buckets,
});

/** Of every command that this process asks; all its attempts are one. */
export const askDuration = new Histogram({
  name: 'nats_ask_duration_seconds',
  help: 'Time from asking a command to its answer, over all attempts. outcome: ok, refused, error.',
  labelNames: ['subject', 'outcome'],
  buckets,
});

export const askRepeats = new Counter({
  name: 'nats_ask_repeats_total',
  help: 'Attempts that nobody answered, so that the command was asked again.',
  labelNames: ['subject'],
});

/** Of every command that this process answers. */
export const answerDuration = new Histogram({
  name: 'nats_answer_duration_seconds',
  help: 'Time that a command took its owner. outcome: ok, refused, error.',
  labelNames: ['subject', 'outcome'],
  buckets,
});

export const answersLate = new Counter({
  name: 'nats_answer_late_total',
  help: 'Commands that were dropped because their asker no longer waited.',
  labelNames: ['subject'],
});

/** Of every event that this process handles. */
export const handleDuration = new Histogram({
  name: 'nats_handle_duration_seconds',
  help: 'Time that one handling of an event took. outcome: ok, error (it is tried again), dead (laid with the dead letters).',
  labelNames: ['subject', 'outcome'],
  buckets,
});

/** From the write that an event tells of to the end of its handling: outbox, stream and retries together. */
export const eventAge = new Histogram({
  name: 'nats_event_age_seconds',
  help: 'Age of an event when it had been handled.',
  labelNames: ['subject'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
});

export const publishes = new Counter({
  name: 'nats_publish_total',
  help: 'Attempts to tell an event. outcome: ok, error (it waits in the outbox).',
  labelNames: ['subject', 'outcome'],
});

/** What stands still; read when somebody asks for the metrics (`gauges.ts`). */
export const processInfo = new Gauge({
  name: 'process_release_info',
  help: '1; which release of which service the process is.',
  labelNames: ['service', 'version'],
});
export const natsUp = new Gauge({ name: 'nats_up', help: 'Whether NATS answers the process.' });
export const databaseUp = new Gauge({ name: 'database_up', help: 'Whether the database answers the process.' });
export const consumerWaiting = new Gauge({
  name: 'nats_consumer_waiting',
  help: 'Events told and not handed out to the service yet; the same from each of its processes.',
  labelNames: ['subject'],
});
export const consumerUnacknowledged = new Gauge({
  name: 'nats_consumer_unacknowledged',
  help: 'Events handed out and not acknowledged yet.',
  labelNames: ['subject'],
});
export const consumerRedelivered = new Gauge({
  name: 'nats_consumer_redelivered',
  help: 'Unacknowledged events that were handed out more than once.',
  labelNames: ['subject'],
});
export const outboxDocuments = new Gauge({
  name: 'outbox_documents',
  help: 'Documents with untold events; a thousand of each collection are counted at most.',
});
export const outboxOldest = new Gauge({
  name: 'outbox_oldest_age_seconds',
  help: 'For how long the oldest untold event waits; 0 when none does.',
});
export const deadLetters = new Gauge({
  name: 'nats_dead_letters',
  help: 'Events of a slice that no handler could take. Told by the service that keeps the streams.',
  labelNames: ['slice'],
});

export { register };
