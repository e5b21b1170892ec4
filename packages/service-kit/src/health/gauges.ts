import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { natsAccess } from '@rangavalli/contracts/nats-access';
import {
  consumerRedelivered,
  consumerUnacknowledged,
  consumerWaiting,
  databaseUp,
  deadLetters,
  natsUp,
  outboxDocuments,
  outboxOldest,
  processInfo,
} from './metrics.js';

/**
 * Brings the gauges to what the process says about itself now. What it could not find out has no value, so that
 * an old one never passes for a new one.
 */
export function setGauges({
  service,
  version = '',
  nats,
  database,
  consumers,
  outbox,
  deadLetters: letters,
}: ProcessReport): void {
  processInfo.reset();
  processInfo.set({ service, version }, 1);
  natsUp.set(Number(nats.ok));
  if (database) databaseUp.set(Number(database.ok));
  else databaseUp.remove();

  for (const gauge of [consumerWaiting, consumerUnacknowledged, consumerRedelivered, deadLetters]) gauge.reset();
  for (const { event: subject, waiting, unacknowledged, redelivered } of consumers ?? []) {
    consumerWaiting.set({ subject }, waiting);
    consumerUnacknowledged.set({ subject }, unacknowledged);
    consumerRedelivered.set({ subject }, redelivered);
  }
  if (letters) {
    for (const slice of Object.keys(natsAccess)) deadLetters.set({ slice }, 0);
    for (const { slice, count } of letters) deadLetters.set({ slice }, count);
  }

  if (!outbox) return [outboxDocuments, outboxOldest].forEach((gauge) => gauge.remove());
  outboxDocuments.set(outbox.documents);
  outboxOldest.set(outbox.oldest ? Math.max(0, (Date.now() - Date.parse(outbox.oldest)) / 1_000) : 0);
}
