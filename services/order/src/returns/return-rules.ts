import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { isFault, returnDeadline, type ReturnRule, returnRuleOf } from '@rangavalli/contracts/return-rule';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { OrderLineRecord, OrderRecord } from '../store/order.schema.js';
import { MAX_RETURNS, type ReturnLineRecord, type ReturnRecord } from './return.schema.js';

/** @throws AppError RETURN_LINES_INVALID */
export function getLine(order: OrderRecord, lineId: string): { line: OrderLineRecord; index: number } {
  const index = order.lines.findIndex((one) => one.lineId === lineId);
  const line = order.lines[index];
  if (!line) throw new AppError('RETURN_LINES_INVALID');
  return { line, index };
}

export const isOnSale = ({ quote }: OrderRecord, index: number): boolean => quote?.lines[index]?.mrpPaise !== undefined;

/** Units of a line that completed returns took back or that were cancelled, or also those that open returns request. */
export function returnedUnits(order: OrderRecord, lineId: string, which: 'accepted' | 'claimed'): number {
  let units = 0;
  for (const { state, lines } of order.returns ?? [])
    for (const line of lines)
      if (line.lineId === lineId)
        units += state === 'requested' ? (which === 'claimed' ? line.quantity : 0) : (line.accepted ?? 0);
  return units;
}

/** @param isCounted of the cancellations of the order, all by default */
export function cancelledUnits(
  { returns = [] }: Pick<OrderRecord, 'returns'>,
  lineId: string,
  isCounted: (record: ReturnRecord) => boolean = () => true,
): number {
  return returns
    .filter((record) => record.state === 'cancelled' && isCounted(record))
    .flatMap(({ lines }) => lines)
    .reduce((units, line) => units + (line.lineId === lineId ? line.quantity : 0), 0);
}

/** Units of a line that an inspection found damaged in parcels that came back, but for those of returns. */
export function damagedUnits(
  { damaged = [], returns = [] }: Pick<OrderRecord, 'damaged' | 'returns'>,
  lineId: string,
): number {
  const found = damaged
    .flatMap(({ lines }) => lines)
    .reduce((units, line) => units + (line.lineId === lineId ? line.quantity : 0), 0);
  const settled = returns
    // What customers return has arrived.
    .filter(({ isFromCustomer }) => !isFromCustomer)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((units, line) => units + ((line.restock ? line.damaged : line.accepted) ?? 0), 0);
  return Math.max(0, found - settled);
}

/** Also when the status went back: the order is invoiced at its first dispatch. */
export const wasDispatched = ({ status, history }: Pick<OrderRecord, 'status' | 'history'>): boolean =>
  [status, ...history.map(({ to }) => to)].some((one) => one === 'Shipped' || one === 'Delivered');

/** Returns how many units of a line have arrived, and the last time that some did. */
export function deliveryOf(order: OrderRecord, lineId: string): { units: number; at: Date | undefined } {
  const { line } = getLine(order, lineId);
  const delivered = order.history.findLast(({ to }) => to === 'Delivered')?.at;
  const parcels = (order.deliveries ?? []).flatMap(({ at, lines }) =>
    lines.flatMap((one) => (one.lineId === lineId ? [{ at, units: one.quantity }] : [])),
  );
  const last = parcels.map(({ at }) => at).toSorted((one, other) => other.getTime() - one.getTime())[0];
  const ordered = line.quantity - cancelledUnits(order, lineId);
  if (order.status === 'Delivered') return { units: ordered, at: last ?? delivered };
  return {
    units: Math.min(
      ordered,
      parcels.reduce((sum, { units }) => sum + units, 0),
    ),
    at: last,
  };
}

/**
 * Units of a line that completed returns took back before they arrived, such as of lost parcels. A return that staff
 * record takes back delivered units first, as far as there are any, but for one that reduces the cash that is due.
 */
export function unitsReturnedUndelivered(
  { deliveries = [], returns = [] }: Pick<OrderRecord, 'deliveries' | 'returns'>,
  lineId: string,
): number {
  let [arrived, undelivered] = [0, 0];
  for (const { state, isFromCustomer, requestedAt, cashPaise = 0, lines } of returns) {
    if (state !== 'completed') continue;
    const accepted = lines.reduce((units, line) => units + (line.lineId === lineId ? (line.accepted ?? 0) : 0), 0);
    const delivered = deliveries
      .filter(({ at }) => at <= requestedAt)
      .flatMap((parcel) => parcel.lines)
      .reduce((units, line) => units + (line.lineId === lineId ? line.quantity : 0), 0);
    const returnable = cashPaise > 0 ? 0 : Math.max(0, delivered - arrived);
    const beyond = isFromCustomer ? 0 : Math.max(0, accepted - returnable);
    undelivered += beyond;
    arrived += accepted - beyond;
  }
  return undelivered;
}

/** @throws AppError RETURN_NOT_ALLOWED for a cancelled order, and after its last return */
export function assertOpenForReturns({ status, returns = [] }: OrderRecord): void {
  if (status === 'Cancelled' || returns.length >= MAX_RETURNS)
    throw refused('This order cannot be returned any more. Please call us.');
}

type Requested = Pick<ReturnLineRecord, 'lineId' | 'quantity' | 'reason' | 'outcome'>;

/**
 * The shop's rule for one line of a return that a customer requests.
 * @throws AppError RETURN_LINES_INVALID, RETURN_NOT_ALLOWED with the reason
 */
export function assertReturnable(order: OrderRecord, requested: Requested, shop: ShopSettings, now: Date): void {
  const { line } = getLine(order, requested.lineId);
  const { units, at } = deliveryOf(order, requested.lineId);
  if (!at) throw refused(`${line.name} can be returned once it has been delivered.`);
  assertUnits(order, requested, units);
  // The law does not let the shop refuse such goods because of the days alone.
  if (isFault(requested.reason)) return;
  const rule = ruleOf(order, requested.lineId, shop);
  if (rule.days === 0) throw refused(`${line.name} can be returned only if it is defective or not what you ordered.`);
  if (now >= returnDeadline(at, rule)) throw refused(`The ${rule.days} days for the return of ${line.name} are over.`);
  if (!rule.outcomes.includes(requested.outcome))
    throw refused(`${line.name} was on sale: we exchange it, or add its price to your store credit.`);
}

/** Whether the shop's rule has a refund for a line. Goods with a fault are refunded whatever it excludes. */
export const isRefundable = (
  order: OrderRecord,
  { lineId, reason }: Pick<Requested, 'lineId' | 'reason'>,
  shop: ShopSettings,
): boolean => isFault(reason) || ruleOf(order, lineId, shop).outcomes.includes('refund');

function ruleOf(order: OrderRecord, lineId: string, shop: ShopSettings): ReturnRule {
  const { line, index } = getLine(order, lineId);
  const isPersonalised = Boolean(line.personalisation?.length);
  return returnRuleOf({ category: line.category, isPersonalised, isOnSale: isOnSale(order, index) }, shop);
}

/** @throws AppError RETURN_LINES_INVALID when fewer units can still come back */
export function assertUnits(order: OrderRecord, { lineId, quantity }: Requested, units: number): void {
  const returned = returnedUnits(order, lineId, 'claimed') - cancelledUnits(order, lineId);
  if (returned + quantity > units) throw new AppError('RETURN_LINES_INVALID');
}

const refused = (message: string) => new AppError('RETURN_NOT_ALLOWED', { message });
