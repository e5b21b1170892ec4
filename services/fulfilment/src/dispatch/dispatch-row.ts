import type { CommandReply } from '@rangavalli/contracts/commands';
import { latestDispatchOf } from '@rangavalli/contracts/dispatch';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { isDispatched } from '@rangavalli/contracts/shipment-statuses';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { dispatchDate } from '../promise/delivery-dates.js';
import { applyRule, findZone } from '../promise/zones.js';
import type { Snapshot } from '../settings/delivery-store.js';
import { divideCash } from '../shipments/parcel-cash.js';
import { linesLeft } from '../shipments/shipment-lines.js';
import type { OrderShipmentsRecord, ShipmentRecord } from '../shipments/shipment.schema.js';
import type { DispatchRow, ReadyParcel } from './dispatch.schema.js';

export type ShippingOrder = CommandReply<'rpc.order.shipping.get'>;
type Parcels = Pick<OrderShipmentsRecord, 'ordered' | 'shipments' | 'isCancelled'>;
export type OrderedLine = ShippingOrder['lines'][number];

/** Returns the lines of an order that are in no parcel, with what documents show of them. */
export function linesToShip(order: ShippingOrder, parcels: Parcels | undefined): OrderedLine[] {
  if (!parcels) return order.lines;
  const left = new Map(linesLeft(parcels, order.lines).map(({ lineId, quantity }) => [lineId, quantity]));
  return order.lines.flatMap((line) => {
    const quantity = left.get(line.lineId) ?? 0;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** A failed or cancelled booking has no parcel that could leave. */
const isReady = ({ status, booking }: ShipmentRecord): boolean =>
  status === 'created' && booking?.state !== 'failed' && !booking?.state.startsWith('cancel');

/**
 * Returns the row of an order in the queue; undefined when none of its goods are in the shop.
 * @param courierDays the fewest to the order's PIN code; undefined where it is not served
 */
export function buildRow(
  order: ShippingOrder,
  parcels: Parcels | undefined,
  delivery: Snapshot,
  gramsOf: (line: OrderedLine) => number | undefined,
  courierDays: number | undefined,
): DispatchRow | undefined {
  const { status, orderNumber, recipient, note, giftMessage, codDuePaise } = order;
  if (status === 'Cancelled' || status === 'Delivered' || parcels?.isCancelled) return undefined;
  // Staff who set "Shipped" by hand make no parcels.
  const isShippedByHand = status === 'Shipped' && !parcels?.shipments.some((one) => isDispatched(one.status));
  const lines = isShippedByHand ? [] : linesToShip(order, parcels);
  const ready = (parcels?.shipments ?? []).filter(isReady);
  const cash = parcels && codDuePaise !== undefined ? divideCash(codDuePaise, parcels, order.lines).cash : undefined;
  if (lines.length === 0 && ready.length === 0) return undefined;
  const pincode = recipient?.pincode ?? '';
  const zone = zoneOf(pincode, delivery);
  const grams = lines.map((line) => gramsOf(line));
  const weight = grams.reduce<number>((sum, one, index) => sum + (one ?? 0) * (lines[index]?.quantity ?? 0), 0);
  return {
    ...(lines.length > 0 ? { isToShip: true } : {}),
    ...(ready.length > 0 ? { isReady: true } : {}),
    orderNumber,
    dueDate: dueDateOf(order, courierDays, delivery),
    recipient: recipient?.name ?? '',
    city: recipient?.city ?? order.city ?? '',
    pincode,
    ...(zone ? { zone: zone.name } : {}),
    lines: lines.map(({ lineId, name, size, quantity, personalisation }) => ({
      lineId,
      name,
      size,
      quantity,
      isPersonalised: (personalisation?.length ?? 0) > 0,
    })),
    parcels: ready.map((shipment) => toReadyParcel(shipment, cash?.get(shipment.id))),
    ...(weight > 0 && grams.every((one) => one !== undefined) ? { weightGrams: weight } : {}),
    ...(codDuePaise ? { codPaise: codDuePaise } : {}),
    ...(note ? { note } : {}),
    isGift: Boolean(giftMessage),
  };
}

function zoneOf(pincode: string, { settings, pins }: Snapshot) {
  const place = findPinPlace(pincode);
  return place && applyRule(findZone(settings.value.zones, pincode, place), pins.value[pincode]);
}

/** The first promised day less the courier's days; without a promise the latest day of the shipping policy. */
function dueDateOf({ promise, orderedAt, lines }: ShippingOrder, courierDays: number | undefined, delivery: Snapshot) {
  const holidays = new Set(delivery.settings.value.holidays.map(({ date }) => date));
  if (promise && courierDays !== undefined) return dispatchDate(promise.from, courierDays, { holidays });
  return toIndianDay(new Date(latestDispatchOf(orderedAt ?? new Date().toISOString(), lines, promise)));
}

const toReadyParcel = (
  { id, awb, courier, courierName, booking, createdAt, lines }: ShipmentRecord,
  codPaise: number | undefined,
): ReadyParcel => ({
  id,
  awb,
  courier,
  ...(courierName ? { courierName } : {}),
  ...(booking ? { booking: { state: booking.state, ...(booking.error ? { error: booking.error } : {}) } } : {}),
  createdAt,
  units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  ...(codPaise === undefined ? {} : { codPaise }),
});
