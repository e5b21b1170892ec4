import { expect, test } from '@playwright/test';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import { Crowd } from '../load/crowd.js';
import { logInAsOwner } from '../support/people.js';
import { getRazorpayState } from '../support/razorpay.js';

test('stock, holds, orders and payments add up exactly for 1,000 simultaneous buyers of 500 units', async () => {
  test.setTimeout(1_800_000);
  const crowd = await Crowd.create(await logInAsOwner(), {
    buyers: Number(process.env.CROWD ?? 1_000),
    products: 50,
    units: 5,
  });
  const { log } = crowd;
  await crowd.run();
  expect(log.contractViolations).toEqual([]);

  // Settles once the holds of dismissed payments have expired (HOLD_TTL_S).
  const audit = await auditUntilSettled(log, 120_000);
  const stock = await crowd.readStock(await logInAsOwner());
  const state = await getRazorpayState();
  const payments = state.payments.filter(({ order_id }) => log.checkouts.has(order_id));
  const captured = payments.filter(({ status }) => status === 'captured');
  const refunds = state.refunds.filter(({ payment_id }) => payments.some(({ id }) => id === payment_id));
  const refundedCheckouts = log.failures.get('POST /payments/verify: PAYMENT_REFUNDED') ?? 0;
  console.table([
    {
      buyers: log.buyers.length,
      checkouts: log.checkouts.size,
      dismissed: crowd.dismissed.length,
      orders: audit.accepted,
      cancelled: log.cancelled.size,
      'captured payments': captured.length,
      refunds: refunds.length,
      'units sold': stock.reduce((total, { sold }) => total + sold, 0),
      'units in stock': stock.reduce((total, { left }) => total + left, 0),
    },
  ]);
  console.log(`failed calls: ${JSON.stringify(Object.fromEntries(log.failures))}`);
  expect(faultsIn(audit)).toEqual({});
  expect(stock.filter(({ before, left, sold }) => left + sold !== before)).toEqual([]);
  expect(audit.accepted, 'every order was confirmed to its buyer').toBe(log.confirmed.size);
  expect(refunds.length, 'refunds of cancelled orders, and of payments without stock').toBe(
    log.cancelled.size + refundedCheckouts,
  );
  expect(captured.length).toBe(audit.accepted - log.cancelled.size);
});
