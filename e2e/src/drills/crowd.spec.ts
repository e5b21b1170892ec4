import { expect, test } from '@playwright/test';
import { settle, wrong } from '../load/count.js';
import { Crowd } from '../load/crowd.js';
import { aProduct, beginCheckout, putIntoCart, theAdmin } from '../support/people.js';
import { mustCall } from '../support/api.js';
import { eventually } from '../support/store.js';

test('120 buyers over 6 products in two sizes, some dismiss, some cancel: stock, holds, orders and payments add up', async () => {
  test.setTimeout(300_000);
  const admin = await theAdmin();
  const crowd = await Crowd.gather(admin, { buyers: 120, products: 6, pieces: 5 });
  await crowd.rush();
  const { book, dismissed } = crowd;
  expect(book.misfits).toEqual([]);

  // Cancelled pieces come back in a moment; held ones stay away.
  const held = await crowd.held();
  await eventually(async () => {
    const shelves = await crowd.shelves(admin);
    expect(shelves.filter(({ shelf, began, left, sold }) => left + sold + (held.get(shelf) ?? 0) !== began)).toEqual(
      [],
    );
  }, 40_000);

  // Who dismissed a payment and wants something else gives the pieces back.
  const other = await aProduct(admin, { price: 100, stock: dismissed.length });
  for (const { person } of dismissed) {
    const { cart } = await mustCall('GET /cart', {}, person.token);
    for (const { product, size } of cart.items)
      await mustCall('DELETE /cart/remove', { body: { productId: product._id, size } }, person.token);
    await putIntoCart(person, other);
    await beginCheckout(person, 100);
  }
  const counted = await settle(book);
  expect(wrong(counted)).toEqual({});
  expect(counted.accepted).toBe(book.confirmed.size);
});
