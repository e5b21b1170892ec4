import type { StockLine } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { auditShop, findFaults } from '@rangavalli/service-kit/testing/shop-auditor';
import { type OrderRecord, toStockLines } from '../store/order.schema.js';
import type { ShopProcesses } from './shop-processes.js';

/** What a test program did. */
export interface ProgramLog {
  customers: string[];
  products: Product[];
  /** Lines that each customer added to the cart; `isCertain` is false when the response was lost. */
  added: Map<string, (StockLine & { isCertain: boolean })[]>;
  /** Payments that a person refunded in Razorpay's dashboard. */
  refundedByHand: string[];
}

interface StoredProduct {
  _id: unknown;
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: { orderId: string; size: string; quantity: number; state: string }[];
  outbox: unknown[];
}

const settledPhases = ['placed', 'refunded', 'expired', 'failed'];
const sum = (lines: readonly { quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Audits money, stock and carts of a program from Razorpay's ledger and every slice's database. Fails until everything
 * has settled, so callers repeat it.
 * @returns the numbers of captured payments that were not refunded, and of refunded ones
 */
export async function auditProgram(
  shop: ShopProcesses,
  log: ProgramLog,
): Promise<{ captured: number; refunds: number }> {
  const orders = (await shop.databases.order
    .collection('orders')
    .find({ userId: { $in: log.customers } })
    .toArray()) as unknown as OrderRecord[];
  for (const order of orders)
    expect([order.phase, settledPhases.includes(order.phase), order.outbox]).toEqual([order.phase, true, []]);

  const { payments, refunds, orders: receipts } = await shop.razorpay.state();
  const orderOf = (razorpayOrderId: string) => {
    const receipt = receipts.find(({ id }) => id === razorpayOrderId)?.receipt;
    return orders.find(({ _id }) => String(_id) === receipt);
  };
  const own = payments.filter(({ order_id, status }) => orderOf(order_id) && /captured|refunded/.test(status));
  const refunded = own.flatMap((payment) => {
    const amounts = refunds.filter(({ payment_id }) => payment_id === payment.id).map(({ amount }) => amount);
    if (amounts.length === 0) return [];
    expect([payment, amounts]).toEqual([payment, [payment.amount]]);
    const order = orderOf(payment.order_id);
    // A refund by hand leaves the order placed, with its payment shown as refunded.
    if (order?.payment?.id === payment.id) expect([payment, order.paymentState]).toEqual([payment, 'refunded']);
    return [payment.id];
  });
  const captured = own.filter(({ id }) => !refunded.includes(id));
  for (const payment of captured)
    expect([payment, orderOf(payment.order_id)?.paymentState]).toEqual([payment, 'captured']);

  const stored = (await shop.databases.catalog.collection('products').find().toArray()) as unknown as StoredProduct[];
  const placed = orders.filter(({ phase }) => phase === 'placed');
  const products = log.products.map(({ _id, stock, sizeStock }) => {
    const after = stored.find((product) => String(product._id) === _id);
    if (!after) throw new Error(`product ${_id} is missing`);
    const sold = placed
      .filter(({ status }) => status !== 'Cancelled')
      .flatMap(({ lines }) => lines)
      .filter(({ productId }) => productId === _id);
    expect(after.outbox).toEqual([]);
    expect(after.holds.filter(({ state }) => state === 'held')).toEqual([]);
    expect(sum(after.holds.filter(({ state }) => state === 'sold'))).toBe(sum(sold));
    expect(after.sizeStock?.map(({ size }) => size)).toEqual(sizeStock?.map(({ size }) => size));
    return { id: _id, before: { stock, sizeStock }, after };
  });
  const faults = auditShop({
    orders: placed.map(({ _id, razorpayOrderId, payment, status, totalPaise, lines }) => ({
      id: String(_id),
      razorpayOrderId,
      razorpayPaymentId: payment?.id,
      isCancelled: status === 'Cancelled',
      totalPaise,
      lines: toStockLines(lines),
    })),
    payments: own.map((payment) => ({ ...payment, status: refunded.includes(payment.id) ? 'refunded' : 'captured' })),
    refunds: refunds.filter(({ payment_id }) => own.some(({ id }) => id === payment_id)),
    products,
    refundedByHand: log.refundedByHand.filter((id) => refunded.includes(id)),
  });
  expect(findFaults(faults)).toEqual({});
  await auditCarts(shop, log.added, placed);
  return { captured: captured.length, refunds: refunded.length };
}

/** Lines that were added and not bought are still in the cart; bought ones left it once. */
async function auditCarts(
  shop: ShopProcesses,
  added: ProgramLog['added'],
  placedOrders: readonly OrderRecord[],
): Promise<void> {
  const carts = shop.databases.cart.collection<{ _id: string; lines: StockLine[] }>('carts');
  for (const [userId, lines] of added) {
    const cart = (await carts.findOne({ _id: userId }))?.lines ?? [];
    const placed = placedOrders.filter((order) => order.userId === userId);
    const least = sum(lines.filter(({ isCertain }) => isCertain));
    const most = sum(lines);
    const bought = sum(placed.flatMap((order) => order.lines));
    const left = sum(cart);
    expect(cart.every(({ quantity }) => quantity >= 1)).toBe(true);
    expect([userId, left <= most, left >= least - bought]).toEqual([userId, true, true]);
    // The units of one order were all in the cart; several orders may have bought the same units twice.
    if (placed.length <= 1) expect([userId, left <= most - bought]).toEqual([userId, true]);
  }
}
