import { CpuMeter } from '../load/processes.js';
import { mustCall } from '../shop/http.js';
import { createProduct, logIn, registerCustomers } from '../shop/records.js';
import { pidsOf, type Shop } from '../shop/shop.js';
import { median, sum } from '../statistics.js';

export interface QuoteFigures {
  turns: number;
  /** CPU of all processes per request, ms: medians of the turns. */
  withQuoteMs: number;
  withoutQuoteMs: number;
  /** Median of the differences within a turn. */
  differenceMs: number;
}

const TURNS = 9;
const REQUESTS_PER_TURN = 200;
const WARM_UP_REQUESTS = 400;
const CLIENTS = 8;
const MS_PER_SECOND = 1_000;

/**
 * Measures what a quote costs: two automatic offers, shipping, tax and the delivery promise of a cart of three lines.
 * The same lines are priced with it and without it (`POST /cart/preview`, `withQuote` and a PIN code) in turns.
 */
export async function measureQuote({ api, admin, run }: Shop, signal: AbortSignal): Promise<QuoteFigures> {
  const owner = await logIn(api, admin);
  const { token } = owner;
  const bundle = { kind: 'buy_x_get_y', buy: 2, get: 1, isStackable: true };
  const offerIds: string[] = [];
  for (const body of [{ kind: 'percent', value: 10, isStackable: true }, bundle])
    offerIds.push((await mustCall(api, 'POST /offers', { body, token })).offer._id);
  const customers = await registerCustomers(api, CLIENTS);
  const lines: { productId: string; size: string; quantity: number }[] = [];
  for (const price of [1_234.5, 2_626, 4_999]) {
    const productId = await createProduct(api, owner, { name: 'Quoted saree', stock: 100, price });
    lines.push({ productId, size: '', quantity: 1 });
  }

  const preview = async (client: number, body: object): Promise<unknown> => {
    const { token: own = '' } = customers[client] ?? {};
    return (await mustCall(api, 'POST /cart/preview', { body: { lines, ...body }, token: own })).quote;
  };
  const withQuote = async (client: number): Promise<void> => {
    if (!(await preview(client, { withQuote: true, pincode: '500092' }))) throw new Error('the cart has no quote');
  };
  const withoutQuote = async (client: number): Promise<void> => void (await preview(client, {}));
  const cpuOf = async (call: (client: number) => Promise<void>, requests: number): Promise<number> => {
    const meter = new CpuMeter(pidsOf(run()));
    const send = async (client: number): Promise<void> => {
      for (let request = client; request < requests; request += CLIENTS) await call(client);
    };
    await Promise.all(customers.map((_customer, client) => send(client)));
    return (sum(Object.values(meter.read())) * MS_PER_SECOND) / requests;
  };

  for (const call of [withQuote, withoutQuote]) await cpuOf(call, WARM_UP_REQUESTS);
  const turns: { quoted: number; plain: number }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    signal.throwIfAborted();
    const plain = await cpuOf(withoutQuote, REQUESTS_PER_TURN);
    turns.push({ plain, quoted: await cpuOf(withQuote, REQUESTS_PER_TURN) });
  }
  // Later measurements pay the catalogue's prices.
  for (const id of offerIds) await mustCall(api, 'POST /offers/{id}/end', { params: { id }, token });
  return {
    turns: TURNS,
    withQuoteMs: median(turns.map(({ quoted }) => quoted)),
    withoutQuoteMs: median(turns.map(({ plain }) => plain)),
    differenceMs: median(turns.map(({ quoted, plain }) => quoted - plain)),
  };
}
