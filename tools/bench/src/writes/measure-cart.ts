import { CONNECTIONS, generateLoad } from '../load/http-load.js';
import { CpuMeter, cpuPerRequest } from '../load/processes.js';
import { mustCall, send } from '../shop/http.js';
import { createProduct, logIn, registerCustomers } from '../shop/records.js';
import { pidsOf, type Shop } from '../shop/shop.js';
import { summarize } from '../statistics.js';

export interface CartFigures {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  cpu: Record<string, number>;
}

export const CUSTOMER_CART = 'add to cart, a customer (POST /cart/add)';

const createCartProduct = async ({ api, admin }: Shop): Promise<string> =>
  createProduct(api, await logIn(api, admin), { name: 'Cart saree', stock: 100_000 });

export async function measureGuestCart(shop: Shop, seconds: number): Promise<CartFigures> {
  const load = {
    origin: shop.origin,
    paths: ['/api/cart/preview'],
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ productId: await createCartProduct(shop), size: '', quantity: 1 }] }),
  };
  await generateLoad({ ...load, seconds: 1 });
  const { cpu, requests, ...figures } = await generateLoad(
    { ...load, seconds },
    () => new CpuMeter(pidsOf(shop.run())),
  );
  return {
    name: 'add to cart, a guest (POST /cart/preview)',
    ...figures,
    cpu: cpuPerRequest(cpu, requests),
  };
}

/** Measures the first line of a customer's cart; it is removed in between, which is not timed but costs as much CPU. */
export async function measureCustomerCart(shop: Shop, seconds: number): Promise<CartFigures> {
  const customers = await registerCustomers(shop.api, CONNECTIONS);
  const durations: number[] = [];
  let failed = 0;
  const stopping = new AbortController();
  const line = { productId: await createCartProduct(shop), size: '' };
  const meter = new CpuMeter(pidsOf(shop.run()));
  const startedAt = performance.now();
  const adding = customers.map(async ({ token }) => {
    while (!stopping.signal.aborted) {
      const sentAt = performance.now();
      const { status } = await send('POST', `${shop.api}/cart/add`, { body: { ...line, quantity: 1 }, token });
      durations.push(performance.now() - sentAt);
      if (status !== 200) failed += 1;
      await mustCall(shop.api, 'DELETE /cart/remove', { body: line, token });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  stopping.abort();
  await Promise.all(adding);
  const requests = 2 * durations.length;
  const { p50, p99 } = summarize(durations);
  return {
    name: CUSTOMER_CART,
    // Adding and removing take about the same time.
    perSecond: requests / ((performance.now() - startedAt) / 1_000),
    p50,
    p99,
    failed,
    cpu: cpuPerRequest(meter.read(), requests),
  };
}
