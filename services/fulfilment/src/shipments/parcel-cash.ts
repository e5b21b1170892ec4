import type { CommandReply } from '@rangavalli/contracts/commands';
import { isVoid } from '@rangavalli/contracts/shipment-statuses';
import { linesLeft } from './shipment-lines.js';
import type { OrderShipmentsRecord, ShipmentRecord } from './shipment.schema.js';

type OrderFacts = CommandReply<'rpc.order.shipping.get'>;
type Parcels = Pick<OrderShipmentsRecord, 'ordered' | 'shipments'>;

/** What is collected with each parcel of an order, by its id, and what none collects yet. Paise. */
interface DividedCash {
  cash: Map<string, number>;
  left: number;
}

/** Whether the share can still change: the courier was not given it, and the parcel has not left with its papers. */
const isOpen = ({ booking, status, codPaise }: ShipmentRecord): boolean =>
  !booking && (status === 'created' || codPaise === undefined);

/**
 * Divides the cash that is due for an order among its parcels, each of which stores the share it was made with. When
 * less is due than before, such as after a refund, parcels in the shop collect less; when all units are packed, the
 * last one in the shop collects the rest. Parcels without a share were made before these were stored: their papers
 * have all that was due.
 */
export function divideCash(
  codDuePaise: number,
  { ordered, shipments }: Parcels,
  facts: OrderFacts['lines'],
): DividedCash {
  const active = shipments.filter(({ status, received }) => !isVoid(status) && !received);
  const open = active.filter(isOpen);
  const last = linesLeft({ ordered, shipments }, facts).length === 0 ? open.at(-1) : undefined;
  const cash = new Map(shipments.map(({ id, codPaise = 0 }) => [id, codPaise]));
  const fixedPaise = active.reduce((sum, one) => sum + (isOpen(one) ? 0 : (one.codPaise ?? 0)), 0);
  let left = Math.max(0, codDuePaise - fixedPaise);
  for (const one of open) {
    const paise = one === last ? left : Math.min(left, one.codPaise ?? left);
    cash.set(one.id, paise);
    left -= paise;
  }
  return { cash, left };
}

/**
 * Returns what the courier collects with a new parcel, paise: its share of the cash that is due, by value. The last
 * parcel collects the rest. Undefined for an order without cash.
 */
export function shareOfCash(
  { codDuePaise, lines: all }: OrderFacts,
  parcels: Parcels,
  lines: ShipmentRecord['lines'],
): number | undefined {
  if (codDuePaise === undefined) return undefined;
  const { left } = divideCash(codDuePaise, parcels, all);
  if (left === 0 || unitsOf(lines) === unitsOf(linesLeft(parcels, all))) return left;
  const priceOf = (lineId: string) => all.find((line) => line.lineId === lineId)?.unitPaise ?? 0;
  const valueOf = (some: readonly { lineId: string; quantity: number }[]) =>
    some.reduce((sum, { lineId, quantity }) => sum + quantity * priceOf(lineId), 0);
  const total = valueOf(all);
  return total === 0 ? left : Math.min(left, Math.floor((codDuePaise * valueOf(lines)) / total));
}

const unitsOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
