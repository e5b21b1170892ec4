import { Counter, Gauge, Histogram } from 'prom-client';
import { phases } from '../orders/phases.js';

const MINUTE = 60;
const HOUR = 3_600;

/** The parts of a checkout's way that are timed, and from when to when. */
export const stepDuration = new Histogram({
  name: 'checkout_step_duration_seconds',
  help: "Time of one step, from the order's own history. open: asked for to pieces held and Razorpay order made; pay: from there until the money is noted; place: from the money to the placed order; whole: all of it; refund: from the wish to the money given back.",
  labelNames: ['step'],
  buckets: [
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    6 * HOUR,
    24 * HOUR,
    72 * HOUR,
  ],
});

/** Every change of phase, counted by the process that wrote it. */
export const phaseChanges = new Counter({
  name: 'checkout_phase_changes_total',
  help: 'Orders that came into a phase: opening, checkout, paid, placed, refunding, refunded, expired, failed.',
  labelNames: ['to'],
});

// Told from the start: a count that begins with its first event would hide just that one from Prometheus' rates.
for (const to of phases) phaseChanges.inc({ to }, 0);
for (const step of ['open', 'pay', 'place', 'whole', 'refund']) stepDuration.zero({ step });

export const unfinished = new Gauge({
  name: 'checkout_unfinished',
  help: 'Orders now in a phase that must end by itself: opening, paid, refunding. A thousand are counted at most.',
  labelNames: ['phase'],
});

/** What a stuck saga shows by. */
export const oldestUnfinished = new Gauge({
  name: 'checkout_oldest_unfinished_seconds',
  help: 'For how long the oldest order has been in such a phase; 0 when there is none.',
  labelNames: ['phase'],
});
