import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Addresses } from './buyer.js';
import { mustSend } from './http.js';
import type { Ledger } from './ledger.js';

/** What may not be there once all has settled: each number must be 0. */
export interface Wrongs {
  /** Orders that verify said are placed and that the shop does not know. */
  lost: number;
  /** Second orders of one payment. */
  doubled: number;
  /** Captured payments without an order. */
  'charged without order': number;
  /** Orders without a captured payment of their total. */
  'order without money': number;
  /** Pieces that are neither on the shelf nor in an order, or both. */
  'stock difference': number;
  /** Products with fewer pieces than none. */
  oversold: number;
}

/** A product of the run and the pieces that it had at the beginning. */
export interface Shelf {
  productId: string;
  stock: number;
}

interface Payment {
  id: string;
  order_id: string;
  status: string;
  amount: number;
}

/** Holds orders, shelves and money against what the buyers were told. Webhooks and holds that nobody paid may still be on their way: try again. */
export async function audit(
  { api, razorpay }: Addresses,
  adminToken: string,
  buyers: ReadonlySet<string>,
  shelves: readonly Shelf[],
  ledger: Ledger,
): Promise<Wrongs> {
  const all = await mustSend<CallAnswer<'GET /orders/admin/all'>>('GET', `${api}/orders/admin/all`, {
    token: adminToken,
  });
  const orders = all.filter(({ user }) => buyers.has(user._id));
  const ids = new Set(orders.map(({ _id }) => _id));
  const { payments } = await mustSend<{ payments: Payment[] }>('GET', `${razorpay}/simulate/state`);
  const captured = new Map(
    payments
      .filter(({ order_id, status }) => status === 'captured' && ledger.paidOrders.has(order_id))
      .map((payment) => [payment.id, payment]),
  );
  const paidFor = new Set(orders.map(({ razorpayPaymentId }) => razorpayPaymentId));
  const sold = new Map<string, number>();
  for (const { product, quantity } of orders.flatMap(({ products }) => products))
    sold.set(product._id, (sold.get(product._id) ?? 0) + quantity);
  let difference = 0;
  let oversold = 0;
  for (const { productId, stock } of shelves) {
    const now = (await mustSend<CallAnswer<'GET /products/getOne/{id}'>>('GET', `${api}/products/getOne/${productId}`))
      .product.stock;
    if (now < 0) oversold += 1;
    difference += Math.abs(stock - now - (sold.get(productId) ?? 0));
  }
  return {
    lost: [...ledger.confirmedOrders.keys()].filter((id) => !ids.has(id)).length,
    doubled: orders.length - paidFor.size,
    'charged without order': [...captured.keys()].filter((id) => !paidFor.has(id)).length,
    'order without money': orders.filter(
      ({ razorpayPaymentId = '', totalAmount }) =>
        captured.get(razorpayPaymentId)?.amount !== Math.round(totalAmount * 100),
    ).length,
    'stock difference': difference,
    oversold,
  };
}

/** Waits until nothing is wrong, at most so long, and gives the last count. */
export async function settled(count: () => Promise<Wrongs>, withinMs: number): Promise<Wrongs> {
  for (const until = Date.now() + withinMs; ; await sleep(500)) {
    const wrongs = await count();
    if (Date.now() > until || Object.values(wrongs).every((number) => number === 0)) return wrongs;
  }
}
