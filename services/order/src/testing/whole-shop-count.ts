import type { StockLine } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { OrderRecord } from '../orders/order.schema.js';
import type { WholeShop } from './whole-shop.js';

/** What a program did, as far as the count needs it. */
export interface Story {
  customers: string[];
  products: Product[];
  /** What each customer put into the cart; not `sure` when the answer was lost. */
  put: Map<string, (StockLine & { sure: boolean })[]>;
  /** Payments that a person gave back at Razorpay's dashboard. */
  byHand: string[];
}

interface Shelf {
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: { orderId: string; size: string; quantity: number; state: string }[];
  outbox: unknown[];
}

const settled = ['placed', 'refunded', 'expired', 'failed'];
const sum = (lines: readonly { quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Counts a story's money and pieces, from Razorpay's own ledger and from every slice's database. It throws while
 * something is still on its way, so that it is to be repeated until all has come to rest.
 * @returns how many payments were kept and given back
 */
export async function countUp(
  shop: WholeShop,
  { customers, products, put }: Story,
): Promise<{ kept: number; refunds: number }> {
  const orders = (await shop.databases.order
    .collection('orders')
    .find({ userId: { $in: customers } })
    .toArray()) as unknown as OrderRecord[];
  const ids = new Set(orders.map(({ _id }) => String(_id)));
  for (const order of orders) {
    expect([order.phase, settled.includes(order.phase), order.outbox]).toEqual([order.phase, true, []]);
  }
  const ledger = await shop.razorpay.state();
  const receipts = new Map(ledger.orders.map((one) => [one.id, one.receipt]));
  const kept = new Map<string, number>();
  let refunds = 0;
  for (const payment of ledger.payments) {
    const order = orders.find(({ _id }) => String(_id) === receipts.get(payment.order_id));
    if (!order || !ids.has(String(order._id)) || !['captured', 'refunded'].includes(payment.status)) continue;
    const back = ledger.refunds.filter(({ payment_id }) => payment_id === payment.id).map(({ amount }) => amount);
    const counts = order.phase === 'placed' && order.status !== 'Cancelled' && order.payment?.id === payment.id;
    const orderId = String(order._id);
    if (back.length === 0) {
      kept.set(orderId, (kept.get(orderId) ?? 0) + 1);
      expect([payment, counts, order.paymentState, order.totalPaise]).toEqual([
        payment,
        true,
        'captured',
        payment.amount,
      ]);
    } else {
      refunds += 1;
      expect([payment, back]).toEqual([payment, [payment.amount]]);
      // It stands beside a placed order only where a person gave it back at Razorpay's dashboard: the order says so.
      if (order.payment?.id === payment.id) expect([payment, order.paymentState]).toEqual([payment, 'refunded']);
    }
  }
  for (const order of orders) {
    const owed = order.phase === 'placed' && order.paymentState === 'captured' ? 1 : 0;
    expect([String(order._id), order.phase, order.status, kept.get(String(order._id)) ?? 0]).toEqual([
      String(order._id),
      order.phase,
      order.status,
      owed,
    ]);
  }
  await countPieces(shop, products, orders);
  await countCarts(shop, put, orders);
  return { kept: kept.size, refunds };
}

async function countPieces(
  shop: WholeShop,
  products: readonly Product[],
  orders: readonly OrderRecord[],
): Promise<void> {
  const bought = orders
    .filter(({ phase, status }) => phase === 'placed' && status !== 'Cancelled')
    .flatMap(({ lines }) => lines);
  for (const product of products) {
    const shelf = (await shop.databases.catalog.collection('products').find().toArray()).find(
      ({ _id }) => String(_id) === product._id,
    ) as unknown as Shelf;
    const sold = (size?: string) =>
      sum(bought.filter((line) => line.productId === product._id && (size ?? line.size) === line.size));
    expect(shelf.outbox).toEqual([]);
    expect(shelf.holds.filter(({ state }) => state === 'held')).toEqual([]);
    expect(sum(shelf.holds.filter(({ state }) => state === 'sold'))).toBe(sold());
    expect(shelf.stock + sold()).toBe(product.stock);
    expect(shelf.sizeStock?.map(({ size, stock }) => ({ size, stock: stock + sold(size) }))).toEqual(product.sizeStock);
  }
}

/** What was put in and not bought is in the cart still; what was bought left it once. */
async function countCarts(shop: WholeShop, put: Story['put'], orders: readonly OrderRecord[]): Promise<void> {
  for (const [userId, lines] of put) {
    const cart =
      (await shop.databases.cart.collection<{ _id: string; lines: StockLine[] }>('carts').findOne({ _id: userId }))
        ?.lines ?? [];
    const placed = orders.filter((order) => order.userId === userId && order.phase === 'placed');
    const [least, most, bought, left] = [
      sum(lines.filter(({ sure }) => sure)),
      sum(lines),
      sum(placed.flatMap((order) => order.lines)),
      sum(cart),
    ];
    expect(cart.every(({ quantity }) => quantity >= 1)).toBe(true);
    expect([userId, left <= most, left >= least - bought]).toEqual([userId, true, true]);
    // One order's pieces were all in the cart when it began; of several, the same pieces may have been bought twice.
    if (placed.length <= 1) expect([userId, left <= most - bought]).toEqual([userId, true]);
  }
}
