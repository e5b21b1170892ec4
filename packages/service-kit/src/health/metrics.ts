import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';

collectDefaultMetrics();

/** Requests by route and status, with their time: rate, errors and duration of every call. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Events by subject and outcome: done, retried, dead. */
export const eventsHandled = new Counter({ name: 'events_handled_total', help: 'Events that a handler met.', labelNames: ['subject', 'outcome'] });

/** Commands by subject and outcome: done, late, or an error code. */
export const commandsHandled = new Counter({ name: 'commands_handled_total', help: 'Commands that were answered.', labelNames: ['subject', 'outcome'] });

export { register };
