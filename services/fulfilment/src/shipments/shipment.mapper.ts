import type { Shipment, Tracking } from '@rangavalli/contracts/entities/shipment';
import { type Parcel, trackingPathOf } from './shipment-store.js';
import type { ShipmentEventRecord, ShipmentRecord } from './shipment.schema.js';

const toEvents = (history: readonly ShipmentEventRecord[]): Shipment['history'] =>
  history.map(({ status, at, place, note }) => ({
    status,
    at: at.toISOString(),
    ...(place ? { place } : {}),
    ...(note ? { note } : {}),
  }));

export function toShipment({ order: { _id, orderNumber, promise }, shipment }: Parcel): Shipment {
  const { id, status, courier, awb, booking, parcel, lines, createdAt, history } = shipment;
  const { courierName, courierShipmentId, courierTrackingUrl, codPaise } = shipment;
  return {
    id,
    orderId: _id,
    orderNumber,
    status,
    courier,
    awb,
    ...(booking ? { booking: { state: booking.state, ...(booking.error ? { error: booking.error } : {}) } } : {}),
    ...(courierName ? { courierName } : {}),
    ...(courierShipmentId ? { courierShipmentId } : {}),
    ...(courierTrackingUrl ? { courierTrackingUrl } : {}),
    ...(codPaise ? { codPaise } : {}),
    ...toReports(shipment),
    ...(parcel ? { parcel } : {}),
    lines,
    createdAt: createdAt.toISOString(),
    ...(promise ? { expected: promise } : {}),
    history: toEvents(history),
    trackingPath: trackingPathOf(shipment),
  };
}

function toReports({ undelivered, received }: ShipmentRecord): Pick<Shipment, 'undelivered' | 'received'> {
  return {
    ...(undelivered ? { undelivered: { ...undelivered, at: undelivered.at?.toISOString() } } : {}),
    ...(received ? { received: { at: received.at.toISOString(), lines: received.lines, note: received.note } } : {}),
  };
}

/**
 * Returns a parcel for its customer, without what is for staff: notes of calls and inspections, and what a courier
 * responds about the shop's account, which a failed booking also notes in an entry that has neither label nor author.
 */
export function toCustomerShipment({ order, shipment }: Parcel): Shipment {
  const { booking, undelivered, received, history } = shipment;
  return toShipment({
    order,
    shipment: {
      ...shipment,
      ...(booking ? { booking: { ...booking, error: undefined } } : {}),
      ...(undelivered ? { undelivered: { ...undelivered, note: undefined } } : {}),
      ...(received ? { received: { ...received, note: undefined } } : {}),
      history: history.map((entry) =>
        entry.by === undefined && entry.label === undefined ? { ...entry, note: undefined } : entry,
      ),
    },
  });
}

/** The end of a day in India, ms after its beginning in UTC. */
const END_OF_DAY_IN_INDIA_MS = 18.5 * 3_600_000;

export function toTracking({ order: { orderNumber, promise, city }, shipment }: Parcel): Tracking {
  const { status, courier, awb, lines, history } = shipment;
  const isOver = promise !== undefined && Date.now() > Date.parse(promise.to) + END_OF_DAY_IN_INDIA_MS;
  return {
    orderNumber,
    status,
    courier,
    awb,
    ...(city ? { city } : {}),
    ...(promise ? { expected: promise } : {}),
    isDelayed: isOver && status !== 'delivered' && status !== 'cancelled',
    lines: lines.map(({ name, quantity }) => ({ name, quantity })),
    // Notes are for staff and the customer of the order.
    history: toEvents(history.flatMap(({ note: _note, ...entry }) => (entry.isNote ? [] : entry))),
  };
}
