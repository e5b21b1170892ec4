import { expect, test } from '@playwright/test';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import { Crowd } from '../load/crowd.js';
import { mustCall } from '../support/api.js';
import { addToCart, createCheckout, createProduct, getCart, logInAsOwner } from '../support/people.js';
import { eventually } from '../support/store.js';

test('stock, holds, orders and payments add up for 120 buyers, some dismissing or cancelling', async () => {
  test.setTimeout(300_000);
  const admin = await logInAsOwner();
  const crowd = await Crowd.create(admin, { buyers: 120, products: 6, units: 5 });
  await crowd.run();
  const { log, dismissed } = crowd;
  expect(log.contractViolations).toEqual([]);

  // Cancelled units return to stock soon; held ones stay reserved.
  const held = await crowd.countHeld();
  await eventually(async () => {
    const stock = await crowd.readStock(admin);
    expect(stock.filter(({ item, before, left, sold }) => left + sold + (held.get(item) ?? 0) !== before)).toEqual([]);
  }, 40_000);

  // A new checkout releases the units held for the dismissed one.
  const other = await createProduct(admin, { price: 100, stock: dismissed.length });
  for (const { person } of dismissed) {
    for (const { product, size } of (await getCart(person)).items)
      await mustCall('DELETE /cart/remove', { body: { productId: product._id, size } }, person.token);
    await addToCart(person, other);
    await createCheckout(person, 100);
  }
  const audit = await auditUntilSettled(log);
  expect(faultsIn(audit)).toEqual({});
  expect(audit.accepted).toBe(log.confirmed.size);
});
