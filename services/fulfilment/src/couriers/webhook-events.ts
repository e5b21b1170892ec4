import type { CourierEvent } from './courier.js';
import { delhiveryPush } from './delhivery-entities.js';
import { toDelhiveryEvent } from './delhivery.js';
import { shiprocketWebhook } from './shiprocket-entities.js';
import { toShiprocketEvent } from './shiprocket.js';

/** The newest; older ones arrived before. */
const MAX_SCANS = 100;

/** Returns the scans of a webhook and its status, unless one of the scans is that. Undefined for an unknown shape. */
export function readShiprocketWebhook(body: unknown): CourierEvent[] | undefined {
  const parsed = shiprocketWebhook.safeParse(body);
  if (!parsed.success) return undefined;
  const { awb, current_status, shipment_status, current_timestamp, scans } = parsed.data;
  const events = (scans ?? []).slice(-MAX_SCANS).flatMap((scan) => toShiprocketEvent(awb, scan) ?? []);
  const current = toShiprocketEvent(awb, {
    date: current_timestamp ?? '',
    'sr-status-label': shipment_status ?? current_status,
  });
  const isKnown = events.some(({ label, at }) => label === current?.label && +at === Number(current.at));
  return current && !isKnown ? [...events, current] : events;
}

/** Undefined for an unknown shape. */
export function readDelhiveryPush(body: unknown): CourierEvent[] | undefined {
  const parsed = delhiveryPush.safeParse(body);
  if (!parsed.success) return undefined;
  const { AWB, Status, NSLCode } = parsed.data.Shipment;
  const event = toDelhiveryEvent(AWB, { ...Status, StatusCode: Status.StatusCode ?? NSLCode });
  return event ? [event] : [];
}
