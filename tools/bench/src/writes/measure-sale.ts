import { Buyer } from '../checkout/buyer.js';
import { CheckoutLog } from '../checkout/checkout-log.js';
import { mustCall } from '../shop/http.js';
import { createProduct, logIn, registerCustomers } from '../shop/records.js';
import type { Shop } from '../shop/shop.js';

export interface SaleFigures {
  stock: number;
  buyers: number;
  sold: number;
  left: number;
  /** Until the last buyer's response. */
  seconds: number;
  failures: Record<string, number>;
}

/** Lets logged-in buyers buy the last units simultaneously, from the cart to the placed order. */
export async function measureSale(
  { api, admin, run }: Shop,
  { stock, buyers }: { stock: number; buyers: number },
): Promise<SaleFigures> {
  const productId = await createProduct(api, await logIn(api, admin), { name: 'Last units', price: 4_999, stock });
  const log = new CheckoutLog();
  const urls = { api, razorpay: run().processes['razorpay']?.address ?? '' };
  const customers = await registerCustomers(api, buyers);
  const startedAt = performance.now();
  await Promise.all(customers.map(({ token }) => new Buyer(urls, token, log, 'once').buy(productId)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { product } = await mustCall(api, 'GET /products/getOne/{id}', { params: { id: productId } });
  return { stock, buyers, sold: log.checkouts, left: product.stock, seconds, failures: log.failures() };
}
