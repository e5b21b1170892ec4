import { expect, test } from '@playwright/test';
import { settle, wrong } from '../load/count.js';
import { Crowd } from '../load/crowd.js';
import { theAdmin } from '../support/people.js';
import { razorpayState } from '../support/razorpay.js';

test('1,000 buyers at once over 50 products with 10 pieces in two sizes: stock, holds, orders and payments add up exactly', async () => {
  test.setTimeout(1_800_000);
  const crowd = await Crowd.gather(await theAdmin(), {
    buyers: Number(process.env.CROWD ?? 1_000),
    products: 50,
    pieces: 5,
  });
  const { book } = crowd;
  await crowd.rush();
  expect(book.misfits).toEqual([]);

  // What was held for dismissed payments is back when its time is over (HOLD_TTL_S); every other piece is on the shelf or sold.
  const counted = await settle(book, 120_000);
  const shelves = await crowd.shelves(await theAdmin());
  const { payments, refunds } = await razorpayState();
  const ours = payments.filter(({ order_id }) => book.begun.has(order_id));
  const given = refunds.filter(({ payment_id }) => ours.some(({ id }) => id === payment_id));
  const toldRefunded = book.refusals.get('POST /payments/verify: PAYMENT_REFUNDED') ?? 0;
  const sold = shelves.reduce((total, one) => total + one.sold, 0);
  console.table([
    {
      buyers: book.buyers.length,
      begun: book.begun.size,
      dismissed: crowd.dismissed.length,
      orders: counted.accepted,
      cancelled: book.cancelled.size,
      'kept payments': ours.filter(({ status }) => status === 'captured').length,
      refunds: given.length,
      'pieces sold': sold,
      'on the shelf': shelves.reduce((total, one) => total + one.left, 0),
    },
  ]);
  console.log(`the buyers met ${JSON.stringify(Object.fromEntries(book.refusals))}`);
  expect(wrong(counted)).toEqual({});
  expect(shelves.filter(({ began, left, sold: gone }) => left + gone !== began)).toEqual([]);
  expect(counted.accepted, 'every order was confirmed to its buyer').toBe(book.confirmed.size);
  expect(given.length, 'refunds: the cancelled orders, and money that came when the pieces were gone').toBe(
    book.cancelled.size + toldRefunded,
  );
  expect(ours.filter(({ status }) => status === 'captured').length).toBe(counted.accepted - book.cancelled.size);
});
