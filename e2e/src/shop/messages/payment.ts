import { expect, type Page } from '@playwright/test';
import { abortCall, failWith, interceptCall } from '../../support/network.js';
import { addToCart, billing, createProduct, getOrders, registerShopper } from '../../support/people.js';
import { expectFields, fillBilling, paymentWindow, signIn } from '../../support/screens.js';
import { type Context, row, type Row } from './row.js';

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹640/ });

async function openPayment({ page, admin }: Context) {
  const [shopper, product] = await Promise.all([registerShopper(), createProduct(admin, { price: 640 })]);
  await addToCart(shopper, product);
  await signIn(page, shopper);
  await page.goto('/checkout');
  await fillBilling(page);
  await payButton(page).click();
  return shopper;
}

async function completePayment(context: Context) {
  const shopper = await openPayment(context);
  await paymentWindow(context.page)
    .getByRole('button', { name: /^Pay ₹640/ })
    .click();
  return shopper;
}

async function expectBilling(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout$/);
  await expectFields(page.getByRole('main'), {
    'Full name': billing.fullName,
    City: billing.city,
    'PIN code': billing.pincode,
  });
}

async function expectRetryable(page: Page): Promise<void> {
  await expectBilling(page);
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'false');
}

const notOpened = (cause: string, fail: (page: Page) => Promise<unknown>): Row =>
  row('Something went wrong with payment!', cause, {}, async (context) => {
    await fail(context.page);
    await openPayment(context);
    return () => expectRetryable(context.page);
  });

/** Specification §8 "Payment (alerts)". */
export const paymentRows: Row[] = [
  row('❌ Payment verification failed!', 'the payment signature is forged', {}, async (context) => {
    const { page } = context;
    await interceptCall(page, 'POST /payments/verify', (route) => {
      const body = route.request().postDataJSON() as object;
      return route.continue({ postData: { ...body, razorpay_signature: 'f'.repeat(64) } });
    });
    await completePayment(context);
    return () => expectRetryable(page);
  }),
  row('Failed to complete order. Contact support.', 'the order of a valid payment is refused', {}, async (context) => {
    const { page } = context;
    const restore = await failWith(page, 'POST /orders', 'PAYMENT_MISMATCH');
    const shopper = await completePayment(context);
    return async () => {
      await expectBilling(page);
      // Prevents a second payment: the page retries the order instead.
      await expect(payButton(page)).toBeHidden();
      await restore();
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(page).toHaveURL(/\/payment-success/);
      expect(await getOrders(shopper)).toHaveLength(1);
    };
  }),
  row('Failed to complete order. Contact support.', 'the items sold out before the payment', {}, async (context) => {
    const { page } = context;
    await failWith(page, 'POST /payments/verify', 'PAYMENT_REFUNDED');
    await completePayment(context);
    return async () => {
      await expect(page.getByRole('alert')).toContainText('Your payment is being refunded in full.');
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    };
  }),
  notOpened('the payment provider fails', (page) =>
    failWith(page, 'POST /payments/create-order', 'PAYMENT_PROVIDER_FAILED'),
  ),
  notOpened('no response', (page) => abortCall(page, 'POST /payments/create-order')),
  notOpened('the payment provider’s script does not load', (page) =>
    page.route(/\/checkout\.js$/, (route) => route.abort()),
  ),
];
