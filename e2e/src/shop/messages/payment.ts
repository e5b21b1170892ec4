import { expect, type Page } from '@playwright/test';
import { mustCall } from '../../support/api.js';
import { cutOff, onCall, refuse } from '../../support/network.js';
import { aProduct, aShopper, billing, putIntoCart } from '../../support/people.js';
import { fillBilling, paymentWindow, signIn } from '../../support/screens.js';
import type { Row, Stage } from './row.js';

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹640/ });

/** Somebody has filled in the checkout of one piece and presses the pay button. */
async function pressPay({ page, cast }: Stage) {
  const [shopper, product] = await Promise.all([aShopper(), aProduct(cast.admin, { price: 640 })]);
  await putIntoCart(shopper, product);
  await signIn(page, shopper);
  await page.goto('/checkout');
  await fillBilling(page);
  await payButton(page).click();
  return shopper;
}

async function payInWindow(stage: Stage) {
  const shopper = await pressPay(stage);
  await paymentWindow(stage.page)
    .getByRole('button', { name: /^Pay ₹640/ })
    .click();
  return shopper;
}

async function billingStays(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout$/);
  const form = page.getByRole('main');
  await expect(form.getByLabel('Full name', { exact: true })).toHaveValue(billing.fullName);
  await expect(form.getByLabel('City', { exact: true })).toHaveValue(billing.city);
  await expect(form.getByLabel('PIN code', { exact: true })).toHaveValue(billing.pincode);
}

async function mayPayAgain(page: Page): Promise<void> {
  await billingStays(page);
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'false');
}

const notBegun = (when: string, fail: (page: Page) => Promise<unknown>): Row => ({
  message: 'Something went wrong with payment!',
  when,
  play: async (stage) => {
    await fail(stage.page);
    await pressPay(stage);
    return () => mayPayAgain(stage.page);
  },
});

/** Specification §8 "Payment (alerts)". */
export const paymentRows: Row[] = [
  {
    message: '❌ Payment verification failed!',
    when: 'what the payment window reported was forged on the way',
    play: async (stage) => {
      const { page } = stage;
      await onCall(page, 'POST /payments/verify', (route) =>
        route.continue({
          postData: { ...(route.request().postDataJSON() as object), razorpay_signature: 'f'.repeat(64) },
        }),
      );
      await payInWindow(stage);
      return () => mayPayAgain(page);
    },
  },
  {
    message: 'Failed to complete order. Contact support.',
    when: 'the payment is good and the order is refused',
    play: async (stage) => {
      const { page } = stage;
      const restore = await refuse(page, 'POST /orders', 'PAYMENT_MISMATCH');
      const shopper = await payInWindow(stage);
      return async () => {
        await billingStays(page);
        // Nobody is let to pay twice: what has been paid is asked for again.
        await expect(payButton(page)).toBeHidden();
        await restore();
        await page.getByRole('button', { name: 'Check again' }).click();
        await expect(page).toHaveURL(/\/payment-success/);
        expect(await mustCall('GET /orders/{userId}', { params: { userId: shopper.id } }, shopper.token)).toHaveLength(
          1,
        );
      };
    },
  },
  {
    message: 'Failed to complete order. Contact support.',
    when: 'the pieces were gone when the money arrived',
    play: async (stage) => {
      const { page } = stage;
      await refuse(page, 'POST /payments/verify', 'PAYMENT_REFUNDED');
      await payInWindow(stage);
      return async () => {
        await expect(page.getByRole('alert')).toContainText('Your payment is being refunded in full.');
        await expect(page).toHaveURL(/\/checkout$/);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      };
    },
  },
  notBegun('the payment provider does not answer', (page) =>
    refuse(page, 'POST /payments/create-order', 'PAYMENT_PROVIDER_FAILED'),
  ),
  notBegun('no answer', (page) => cutOff(page, 'POST /payments/create-order')),
  notBegun('the payment provider’s script does not come', (page) =>
    page.route(/\/checkout\.js$/, (route) => route.abort()),
  ),
];
