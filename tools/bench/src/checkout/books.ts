import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResponse } from '@rangavalli/contracts/calls';
import {
  type AuditedPayment,
  auditShop,
  findFaults,
  type ShopFaults,
  toAuditedOrder,
} from '@rangavalli/service-kit/testing/shop-auditor';
import type { Addresses } from './buyer.js';
import { mustSend } from './http.js';
import type { Ledger } from './ledger.js';

/** A product of the run with its initial stock. */
export interface StockedProduct {
  productId: string;
  stock: number;
}

/** Audits orders, stock and payments. Webhooks and holds may still be in flight: repeat it. */
export async function audit(
  { api, razorpay }: Addresses,
  adminToken: string,
  buyers: ReadonlySet<string>,
  stocked: readonly StockedProduct[],
  ledger: Ledger,
): Promise<ShopFaults> {
  const orders = await mustSend<CallResponse<'GET /orders/admin/all'>>('GET', `${api}/orders/admin/all`, {
    token: adminToken,
  });
  const { payments } = await mustSend<{ payments: AuditedPayment[] }>('GET', `${razorpay}/simulate/state`);
  const products = stocked.map(async ({ productId: id, stock }) => {
    const { product } = await mustSend<CallResponse<'GET /products/getOne/{id}'>>(
      'GET',
      `${api}/products/getOne/${id}`,
    );
    return { id, before: { stock }, after: { stock: product.stock } };
  });
  return auditShop({
    orders: orders.filter(({ user }) => buyers.has(user._id)).map(toAuditedOrder),
    payments: payments.filter(({ order_id }) => ledger.paidOrders.has(order_id)),
    refunds: [],
    products: await Promise.all(products),
    confirmed: ledger.confirmedOrders.keys(),
  });
}

/** Repeats an audit until it finds no fault or the time is over, and returns the last one. */
export async function settled(run: () => Promise<ShopFaults>, withinMs: number): Promise<ShopFaults> {
  for (const until = Date.now() + withinMs; ; await sleep(500)) {
    const faults = await run();
    if (Date.now() > until || Object.keys(findFaults(faults)).length === 0) return faults;
  }
}
