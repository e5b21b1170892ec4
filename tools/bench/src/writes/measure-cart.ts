import type { CallAnswer } from '@rangavalli/contracts/calls';
import { mustSend, send } from '../checkout/http.js';
import { CONNECTIONS, fire } from '../load/cannon.js';
import { CpuMeter } from '../load/processes.js';
import { logIn, newCustomers } from '../shop/people.js';
import { pidsOf, type Shop } from '../shop/shop.js';

/** One way of putting something into a cart. */
export interface CartFigures {
  name: string;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failed: number;
  /** Microseconds a request, by process. */
  cpu: Record<string, number>;
}

const rank = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const perRequest = (cpu: Record<string, number>, requests: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(cpu)
      .map(([name, seconds]) => [name, (seconds * 1e6) / requests] as const)
      .filter(([, used]) => used >= 1),
  );

/** With more pieces than any run takes. */
async function aProduct({ api, admin }: Shop): Promise<string> {
  const body = {
    name: 'Cart saree',
    description: 'Woven for a measurement.',
    price: 1_234.5,
    category: 'saree',
    sareeType: 'pattu',
    stock: 100_000,
    sizes: [],
  };
  return (
    await mustSend<CallAnswer<'POST /products/create'>>('POST', `${api}/products/create`, {
      body,
      token: await logIn(api, admin),
    })
  ).product._id;
}

/** A guest keeps the cart in the browser: what the page asks for is its lines at today's prices. No session has to be made. */
export async function measureGuestCart(shop: Shop, seconds: number): Promise<CartFigures> {
  const body = JSON.stringify({ lines: [{ productId: await aProduct(shop), size: '', quantity: 1 }] });
  const shot = {
    origin: shop.origin,
    paths: ['/api/cart/preview'],
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body,
  };
  await fire({ ...shot, seconds: 1 });
  const hits = await fire({ ...shot, seconds }, () => new CpuMeter(pidsOf(shop)));
  return {
    name: 'add to cart, a guest (POST /cart/preview)',
    perSecond: hits.perSecond,
    p50: hits.p50,
    p99: hits.p99,
    failed: hits.failed,
    cpu: perRequest(hits.cpu, hits.requests),
  };
}

/** The first line of a customer's cart, again and again: it is taken out in between, which is not timed but costs as much CPU. */
export async function measureCustomerCart(shop: Shop, seconds: number): Promise<CartFigures> {
  const tokens = await newCustomers(shop.api, CONNECTIONS);
  const took: number[] = [];
  let failed = 0;
  const over = new AbortController();
  const line = { productId: await aProduct(shop), size: '' };
  const meter = new CpuMeter(pidsOf(shop));
  const begun = performance.now();
  const buying = tokens.map(async (token) => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      const { status } = await send('POST', `${shop.api}/cart/add`, { body: { ...line, quantity: 1 }, token });
      took.push(performance.now() - asked);
      if (status !== 200) failed += 1;
      await mustSend('DELETE', `${shop.api}/cart/remove`, { body: line, token });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  over.abort();
  await Promise.all(buying);
  const sorted = took.toSorted((one, other) => one - other);
  // Each adding went with a taking out of about its length: in half the time.
  const perSecond = (2 * took.length) / ((performance.now() - begun) / 1_000);
  return {
    name: 'add to cart, a customer (POST /cart/add)',
    perSecond,
    p50: rank(sorted, 0.5),
    p99: rank(sorted, 0.99),
    failed,
    cpu: perRequest(meter.read(), 2 * took.length),
  };
}
