import type { CallAnswer } from '@rangavalli/contracts/calls';
import { mustSend, send } from '../checkout/http.js';
import { Buyer } from '../checkout/buyer.js';
import { Ledger } from '../checkout/ledger.js';
import { logIn, newCustomers } from '../shop/people.js';
import type { Shop } from '../shop/shop.js';

export interface SaleFigures {
  stock: number;
  buyers: number;
  /** Buyers who were told that they have it. */
  sold: number;
  /** Pieces that the shop shows afterwards. */
  left: number;
  /** From the first click to the answer of the last buyer, s. */
  seconds: number;
  refusals: Record<string, number>;
}

/** So many buyers want one of the last pieces in the same moment: each with a session, from the cart to the placed order. */
export async function measureSale(
  shop: Shop,
  { stock, buyers }: { stock: number; buyers: number },
): Promise<SaleFigures> {
  const admin = await logIn(shop.api, shop.admin);
  const body = {
    name: 'The last pieces',
    description: 'Woven for a measurement.',
    price: 4_999,
    category: 'saree',
    sareeType: 'pattu',
    stock,
    sizes: [],
  };
  const { product } = await mustSend<CallAnswer<'POST /products/create'>>('POST', `${shop.api}/products/create`, {
    body,
    token: admin,
  });
  const ledger = new Ledger();
  const at = { api: shop.api, razorpay: shop.run().processes['razorpay']?.address ?? '' };
  const people = (await newCustomers(shop.api, buyers)).map((token) => new Buyer(at, token, ledger, 'once'));
  const begun = performance.now();
  ledger.start();
  await Promise.all(people.map((buyer) => buyer.buy(product._id)));
  const seconds = (performance.now() - begun) / 1_000;
  const { body: shown } = await send('GET', `${shop.api}/products/getOne/${product._id}`);
  return {
    stock,
    buyers,
    sold: ledger.checkouts,
    left: (shown as CallAnswer<'GET /products/getOne/{id}'>).product.stock,
    seconds,
    refusals: ledger.refusals(),
  };
}
