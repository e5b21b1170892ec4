import type { Order } from '@rangavalli/contracts/entities/order';

export interface AuditedOrder {
  id: string;
  razorpayOrderId?: string | undefined;
  razorpayPaymentId?: string | undefined;
  isCancelled: boolean;
  /** Paid on delivery. */
  isCash?: boolean;
  totalPaise: number;
  lines: readonly { productId: string; size: string; quantity: number }[];
}

/** `amount` in paise. */
export interface AuditedPayment {
  id: string;
  order_id: string;
  status: string;
  amount: number;
}

export interface AuditedRefund {
  payment_id: string;
  amount: number;
}

interface StockLevel {
  stock: number;
  sizeStock?: readonly { size: string; stock: number }[] | undefined;
}

export interface AuditedProduct {
  id: string;
  before: StockLevel;
  after: StockLevel;
}

export interface ShopRecords {
  orders: readonly AuditedOrder[];
  payments: readonly AuditedPayment[];
  refunds: readonly AuditedRefund[];
  products: readonly AuditedProduct[];
  /** Orders that buyers saw as placed, and as cancelled. */
  confirmed?: Iterable<string>;
  cancelled?: Iterable<string>;
  /** In Razorpay's dashboard: their orders may stay placed. */
  refundedByHand?: readonly string[];
}

export interface ShopFaults {
  /** Confirmed orders or cancellations that do not exist. */
  lost: number;
  /** Orders or captured payments beyond one per checkout. */
  doubled: number;
  /** Units beyond the stock, and negative stock. */
  oversold: number;
  /** Captured payments without an active order. */
  'charged without order': number;
  /** Active orders without a captured payment of their total, unless they are paid on delivery. */
  'order without money': number;
  /** Refunds beyond one per payment or beyond its amount. */
  'refunded twice': number;
  /** Units that are neither in stock nor sold, or both. */
  'stock difference': number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const countBeyondFirst = (ids: readonly string[]): number => ids.length - new Set(ids).size;

export function auditShop(records: ShopRecords): ShopFaults {
  const { orders, payments, refunds, products, refundedByHand = [] } = records;
  const ids = new Set(orders.map(({ id }) => id));
  const cancelledIds = new Set(orders.filter(({ isCancelled }) => isCancelled).map(({ id }) => id));
  const active = orders.filter(({ isCancelled }) => !isCancelled);
  const captured = new Map(
    payments.filter(({ status }) => status === 'captured').map((payment) => [payment.id, payment]),
  );
  const paidFor = new Set(active.map(({ razorpayPaymentId }) => razorpayPaymentId));
  const hasMoney = ({ razorpayPaymentId = '', totalPaise, isCash }: AuditedOrder) =>
    isCash ||
    captured.get(razorpayPaymentId)?.amount === totalPaise || refundedByHand.includes(razorpayPaymentId);
  return {
    lost:
      [...(records.confirmed ?? [])].filter((id) => !ids.has(id)).length +
      [...(records.cancelled ?? [])].filter((id) => !cancelledIds.has(id)).length,
    doubled:
      countBeyondFirst(orders.map(({ id, razorpayOrderId = id }) => razorpayOrderId)) +
      countBeyondFirst([...captured.values()].map(({ order_id }) => order_id)),
    'charged without order': [...captured.keys()].filter((id) => !paidFor.has(id)).length,
    'order without money': active.filter((order) => !hasMoney(order)).length,
    'refunded twice':
      countBeyondFirst(refunds.map(({ payment_id }) => payment_id)) +
      payments.filter(
        ({ id, amount }) => sum(refunds.filter((refund) => refund.payment_id === id).map((one) => one.amount)) > amount,
      ).length,
    ...auditStock(products, active),
  };
}

function auditStock(
  products: readonly AuditedProduct[],
  active: readonly AuditedOrder[],
): Pick<ShopFaults, 'oversold' | 'stock difference'> {
  let oversold = 0;
  let difference = 0;
  for (const { id, before, after } of products) {
    const lines = active.flatMap((order) => order.lines).filter(({ productId }) => productId === id);
    for (const level of before.sizeStock ?? [{ size: undefined, stock: before.stock }]) {
      const left = level.size === undefined ? after.stock : findStock(after, level.size);
      const sold = sum(lines.filter(({ size }) => (level.size ?? size) === size).map(({ quantity }) => quantity));
      oversold += Math.max(0, sold - level.stock, -left);
      difference += Math.abs(level.stock - left - sold);
    }
    if (after.sizeStock && after.stock !== sum(after.sizeStock.map(({ stock }) => stock))) difference += 1;
  }
  return { oversold, 'stock difference': difference };
}

const findStock = ({ sizeStock }: StockLevel, wanted: string): number =>
  sizeStock?.find(({ size }) => size === wanted)?.stock ?? 0;

export const toAuditedOrder = (order: Order): AuditedOrder => ({
  id: order._id,
  razorpayOrderId: order.razorpayOrderId,
  razorpayPaymentId: order.razorpayPaymentId,
  isCancelled: order.status === 'Cancelled',
  isCash: order.cash !== undefined,
  totalPaise: Math.round(order.totalAmount * 100),
  lines: order.products.map(({ product, size, quantity }) => ({ productId: product._id, size, quantity })),
});

export const findFaults = (counts: object): Record<string, number> =>
  Object.fromEntries(Object.entries(counts as Record<string, number>).filter(([, count]) => count !== 0));
