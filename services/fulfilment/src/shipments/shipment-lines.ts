import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { isDispatched, isVoid } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { OrderShipmentsRecord, ShipmentRecord } from './shipment.schema.js';

type Lines = Shipment['lines'];
type Chosen = readonly { lineId: string; quantity: number }[];

const unitsOf = (shipments: readonly ShipmentRecord[], lineId: string): number =>
  shipments
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns what of an order is in no parcel; units of a cancelled, lost or returned parcel can be shipped again. */
export function linesLeft({ ordered, shipments }: Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>): Lines {
  const valid = shipments.filter(({ status, received }) => !isVoid(status) && !received);
  return ordered.flatMap((line) => {
    const quantity = line.quantity - unitsOf(valid, line.lineId);
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
