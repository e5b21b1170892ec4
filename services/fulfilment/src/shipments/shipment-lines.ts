import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { isDispatched, isVoid } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isCancelledByCourier } from './courier-history.js';
import type { OrderShipmentsRecord, ShipmentRecord } from './shipment.schema.js';

type Lines = Shipment['lines'];
type Chosen = readonly { lineId: string; quantity: number }[];

const unitsOf = (shipments: readonly ShipmentRecord[], lineId: string): number =>
  shipments
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Returns what of an order is in no parcel; units of a cancelled, lost or returned parcel can be shipped again.
 * @param facts lines of the order service: lost and returned units that staff have taken back are not shipped again
 */
export function linesLeft(
  { ordered, shipments }: Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>,
  facts: readonly { lineId: string; returned?: number | undefined }[] = [],
): Lines {
  const valid = shipments.filter(({ status, received }) => !isVoid(status) && !received);
  const lostOrBack = shipments.filter(({ status, received }) => status === 'lost' || received);
  return ordered.flatMap((line) => {
    const { returned = 0 } = facts.find(({ lineId }) => lineId === line.lineId) ?? {};
    const settled = Math.min(returned, unitsOf(lostOrBack, line.lineId));
    const quantity = line.quantity - unitsOf(valid, line.lineId) - settled;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Returns the lines of a new parcel. @throws AppError SHIPMENT_LINES_INVALID for units that are not left */
export function chooseLines(left: Lines, chosen: Chosen): Lines {
  const sums = new Map<string, number>();
  for (const { lineId, quantity } of chosen) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return [...sums].map(([lineId, quantity]) => {
    const line = left.find((one) => one.lineId === lineId);
    if (!line || line.quantity < quantity)
      throw new AppError('SHIPMENT_LINES_INVALID', { details: { lineId, left: line?.quantity ?? 0 } });
    return { ...line, quantity };
  });
}

/** Returns a parcel whose booking the sweep of bookings cancels at the courier. */
export function cancelBooking(shipment: ShipmentRecord): ShipmentRecord {
  const { booking } = shipment;
  if (booking?.state !== 'pending' && booking?.state !== 'booked') return shipment;
  return { ...shipment, booking: { state: 'cancelling', tries: 0, dueAt: new Date() } };
}

/** Whether the parcel waits in the shop for a courier, also for one that may come although it cancelled. */
export const isInShop = (shipment: ShipmentRecord): boolean =>
  shipment.status === 'created' || isCancelledByCourier(shipment);

/** Returns the parcels; those that a courier may still collect are cancelled where their units are not all left. */
export function withoutNeedless(
  order: Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>,
  at: Date,
): ShipmentRecord[] {
  const left = linesLeft(order);
  const isLeft = ({ lineId, quantity }: Lines[number]): boolean =>
    quantity <= (left.find((line) => line.lineId === lineId)?.quantity ?? 0);
  return order.shipments.map((one) =>
    isCancelledByCourier(one) && !one.lines.every(isLeft) ? cancelParcel(one, at) : one,
  );
}

/** Returns a parcel that does not leave the shop. */
export const cancelParcel = (shipment: ShipmentRecord, at: Date): ShipmentRecord =>
  cancelBooking({ ...shipment, status: 'cancelled', history: [...shipment.history, { status: 'cancelled', at }] });

/**
 * Returns an order without units that were cancelled. A parcel in the shop that contains too many of them is cancelled:
 * the rest of its units are packed again.
 * @param left units of each line that are still to be delivered
 */
export function withoutCancelled(
  { ordered, shipments }: Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>,
  left: Chosen,
  at: Date,
): Pick<OrderShipmentsRecord, 'ordered' | 'shipments'> {
  const leftOf = ({ lineId, quantity }: Lines[number]): number =>
    Math.min(quantity, left.find((one) => one.lineId === lineId)?.quantity ?? quantity);
  const next = {
    ordered: ordered.flatMap((line) => (leftOf(line) > 0 ? { ...line, quantity: leftOf(line) } : [])),
    shipments,
  };
  const isTooMuch = ({ lineId }: Lines[number]): boolean =>
    unitsOf(
      next.shipments.filter(({ status, received }) => !isVoid(status) && !received),
      lineId,
    ) > (next.ordered.find((line) => line.lineId === lineId)?.quantity ?? 0);
  for (const { id } of shipments.toReversed())
    next.shipments = next.shipments.map((one) =>
      one.id === id && one.status === 'created' && one.lines.some(isTooMuch) ? cancelParcel(one, at) : one,
    );
  return { ...next, shipments: withoutNeedless(next, at) };
}

/** What the parcels mean for the whole order. */
export const orderProgress = ({
  ordered,
  shipments,
}: Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>): { isDispatched: boolean; isDelivered: boolean } => {
  const delivered = shipments.filter(({ status }) => status === 'delivered');
  return {
    isDispatched: shipments.some(({ status }) => isDispatched(status)),
    isDelivered: ordered.every(({ lineId, quantity }) => unitsOf(delivered, lineId) >= quantity),
  };
};
