import { type ShipmentStatus, shipmentStatuses, shipmentTransitions } from '@rangavalli/contracts/shipment-statuses';
import type { CourierEvent } from '../couriers/courier.js';
import type { ShipmentEventRecord, ShipmentRecord } from './shipment.schema.js';

/** Bounds the document. */
const MAX_HISTORY = 80;
const MAX_PLACE = 80;
const MAX_NOTE = 200;

/**
 * Adds scans to the history of a parcel and derives its status from all of them in the order of their times, so that
 * neither repeated nor late scans change where the parcel is. Parcels that are delivered, or that the shop cancelled,
 * keep their status. Returns the same parcel when all scans are known.
 */
export function addScans(shipment: ShipmentRecord, events: readonly CourierEvent[]): ShipmentRecord {
  let history = shipment.history;
  for (const event of events) {
    if (history.some((entry) => isSame(entry, event))) continue;
    history = [...history, toEntry(event, shipment)];
  }
  if (history === shipment.history) return shipment;
  const sorted = bound(history.toSorted(byTime));
  const status = isOver(shipment) ? shipment.status : fold(sorted);
  const next: ShipmentRecord = { ...shipment, history: sorted, status };
  return withAttempts(next, shipment, events);
}

/** Whether no scan changes the status. */
export const isOver = (shipment: ShipmentRecord): boolean =>
  shipment.status === 'delivered' || (shipment.status === 'cancelled' && !isCancelledByCourier(shipment));
/** A cancellation by the courier, such as of a missed pick-up, is not final: the parcel may be collected later. */
export const isCancelledByCourier = ({ status, history }: ShipmentRecord): boolean =>
  status === 'cancelled' && history.every((entry) => entry.status !== 'cancelled' || entry.label !== undefined);

function isSame(entry: ShipmentEventRecord, event: CourierEvent): boolean {
  return entry.at.getTime() === event.at.getTime() && entry.label === labelOf(event);
}

const labelOf = ({ label }: CourierEvent): string => clean(label, MAX_PLACE) ?? '';

/** A scan with an unknown label is a note: it has the status of its time. */
function toEntry(event: CourierEvent, { history }: ShipmentRecord): ShipmentEventRecord {
  const before = history.filter(({ at }) => at <= event.at).toSorted(byTime);
  const place = clean(event.place, MAX_PLACE);
  const note = clean(event.status ? event.note : [event.label, event.note].filter(Boolean).join(': '), MAX_NOTE);
  return {
    status: event.status ?? fold(before),
    at: event.at,
    label: labelOf(event),
    ...(event.status ? {} : { isNote: true as const }),
    ...(place ? { place } : {}),
    ...(note ? { note } : {}),
  };
}

/** Same times: in the order of a parcel's way. */
const byTime = (one: ShipmentEventRecord, other: ShipmentEventRecord): number =>
  one.at.getTime() - other.at.getTime() || rank(one) - rank(other);
const rank = ({ status }: ShipmentEventRecord): number => shipmentStatuses.indexOf(status);

/** A cancellation counts only where no later scan shows that the parcel is on its way. */
function fold(all: readonly ShipmentEventRecord[]): ShipmentStatus {
  const sorted = all.filter(({ isNote }) => !isNote);
  let status: ShipmentStatus = 'created';
  const lastMove = sorted.findLastIndex((entry) => entry.status !== 'created' && entry.status !== 'cancelled');
  for (const [index, entry] of sorted.entries()) {
    if (entry.status === 'cancelled' && index < lastMove) continue;
    if (shipmentTransitions[status].includes(entry.status)) status = entry.status;
  }
  return status;
}

/** Scans between two hubs are the first to go. */
function bound(sorted: ShipmentEventRecord[]): ShipmentEventRecord[] {
  const kept = [...sorted];
  while (kept.length > MAX_HISTORY) {
    const index = kept.findIndex((entry, at) => at > 0 && entry.status === kept[at - 1]?.status);
    kept.splice(index > 0 ? index : 1, 1);
  }
  return kept;
}

function withAttempts(
  next: ShipmentRecord,
  { undelivered: before }: ShipmentRecord,
  events: readonly CourierEvent[],
): ShipmentRecord {
  const failed = next.history.filter(({ status, isNote }) => status === 'undelivered' && !isNote);
  const last = failed.at(-1);
  if (!last || (before?.at && before.attempts === failed.length && before.at >= last.at)) return next;
  const reason = events.findLast(({ status, at, reason: text }) => status && text && +at === +last.at)?.reason;
  const attempts = Math.max(before?.attempts ?? 0, failed.length);
  const isNew = !before?.at || last.at > before.at;
  const text = clean(reason ?? last.note, MAX_NOTE);
  if (!isNew) return { ...next, undelivered: { ...before, attempts } };
  return { ...next, undelivered: { attempts, at: last.at, ...(text ? { reason: text } : {}) } };
}

/** Texts of couriers are shown to staff and customers. */
function clean(text: string | undefined, max: number): string | undefined {
  return (
    text
      ?.replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, max) || undefined
  );
}
