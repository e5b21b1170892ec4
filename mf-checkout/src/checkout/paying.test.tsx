import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { currentSession, storeSession } from '@rangavalli/web-kit/session/session';
import { noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import {
  asCustomer,
  billing,
  field,
  open,
  opened,
  order,
  payButton,
  pressPay,
  shop,
  silk,
  testPayment,
} from '../testing/checkout-page.js';

asCustomer();

describe('paying', () => {
  it('opens the window, verifies, saves the order and ends at /payment-success', async () => {
    const api = shop();
    const events: unknown[] = [];
    const unlisten = listen(windowEvents.cartChanged, (detail) => events.push(detail));
    await pressPay();
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toEqual({ amount: 4999, billing });
    expect(opened[0]?.options).toMatchObject({
      key: 'rzp_test_1',
      order_id: 'order_1',
      amount: 499900,
      currency: 'INR',
      name: 'Rangavalli',
      theme: { color: '#8C1C2E' },
      prefill: { name: 'Meena Rao', email: 'meena@example.com', contact: '9848012345' },
    });
    expect(payButton().disabled).toBe(true);
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
    expect(api.requestsTo('POST /payments/verify')[0]?.body).toMatchObject({
      ...testPayment,
      billing,
      totalAmount: 4999,
    });
    expect(api.requestsTo('POST /orders')[0]?.body).toMatchObject({ payment: testPayment, totalAmount: 4999 });
    expect(window.location.pathname + window.location.search).toBe('/payment-success?order=RV-26-0042174');
    expect(screen.getAllByText('RV-26-0042174').length).toBeTruthy();
    expect(events).toEqual([{ count: 0 }]);
    unlisten();
  });

  it('closing the window leaves the form unchanged, and the same button pays again', async () => {
    shop();
    await pressPay();
    await act(async () => opened[0]?.options.modal.ondismiss());
    expect(await screen.findByText(/The payment window was closed/)).toBeTruthy();
    expect(field('Address').value).toBe('12 Weavers Street');
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(2));
    await act(async () => opened[1]?.options.handler(testPayment));
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  });

  it('a failed attempt is shown after its window was closed', async () => {
    shop();
    await pressPay();
    await act(async () => {
      opened[0]?.fail('The bank declined it.');
      opened[0]?.options.modal.ondismiss();
    });
    expect(await screen.findByText(/The bank declined it\./)).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  it('after a failed payment a link for later can be emailed', async () => {
    const link = {
      orderId: 'f'.repeat(24),
      orderNumber: 'RV-26-0042174',
      amount: 4999,
      url: 'https://rzp.io/i/abc',
      expiresAt: '2026-11-26T10:00:00.000Z',
    };
    const api = shop({
      'POST /payments/create-order': {
        success: true,
        order: { id: 'order_1', amount: 499900, currency: 'INR' },
        orderId: 'f'.repeat(24),
        orderNumber: 'RV-26-0042174',
        totalAmount: 4999,
        expiresAt: '2026-11-25T10:15:00.000Z',
      },
      'POST /orders/payment-link': { success: true, message: 'We have emailed you a payment link.', link },
    });
    await pressPay();
    await act(async () => opened[0]?.options.modal.ondismiss());
    fireEvent.click(await screen.findByRole('button', { name: 'Pay later: email me a link' }));
    expect(await screen.findByText(/We have emailed you a payment link, valid until/)).toBeTruthy();
    expect(api.requestsTo('POST /orders/payment-link')[0]?.body).toEqual({ orderNumber: 'RV-26-0042174' });
  });

  it('a changed total is explained, and the cart is read again', async () => {
    const api = shop({
      'POST /payments/create-order': errorResponse(409, 'TOTAL_CHANGED', 'Prices have changed since you looked.', {
        totalAmount: 6000,
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    // An offer has ended: the cart is the same.
    api.responses['GET /payments/methods'] = {
      success: true,
      methods: [{ method: 'online', isAvailable: true, fee: 0, totalAmount: 6000 }],
    };
    fireEvent.click(payButton());
    expect(await screen.findByText('The total is now ₹6,000.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Pay ₹6,000/ })).toBeTruthy();
  });

  it('lists the items that are low in stock', async () => {
    shop({
      'POST /payments/create-order': errorResponse(409, 'INSUFFICIENT_STOCK', 'Sorry, there is not enough stock.', {
        lines: [{ productId: silk._id, size: '', quantity: 2, name: 'Silk', available: 1 }],
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    fireEvent.click(payButton());
    expect(await screen.findByText('Silk: 1 left.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change your cart' }).getAttribute('href')).toBe('/cart');
  });

  it('explains how many items may be bought at a time, and how to buy more', async () => {
    const session = currentSession();
    if (session?.user) storeSession({ token: session.token, user: { ...session.user, emailVerified: false } });
    shop({
      'POST /payments/create-order': errorResponse(429, 'HOLD_LIMIT', 'You can buy at most 3 items at a time.', {
        limit: 'units',
        maxUnits: 3,
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    fireEvent.click(payButton());
    expect((await screen.findByRole('alert')).textContent).toContain('You can buy at most 3 items at a time.');
    expect(screen.getByText('Nothing was charged.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Confirm your email' }).getAttribute('href')).toBe('/user/profile');
  });

  it('offers no other way while a reservation has to be waited for', async () => {
    shop({
      'POST /payments/create-order': errorResponse(429, 'HOLD_LIMIT', 'Please try again in 9 minutes.', {
        limit: 'renewals',
        retryAt: '2026-01-15T10:00:00.000Z',
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    fireEvent.click(payButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Please try again in 9 minutes.');
    expect(alert.querySelector('a')).toBeNull();
  });

  it("puts the server's complaint beside its field", async () => {
    shop({
      'POST /payments/create-order': errorResponse(400, 'VALIDATION_FAILED', 'Please check the highlighted fields.', {
        fields: { 'billing.pincode': 'Please enter a valid PIN code.' },
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    fireEvent.click(payButton());
    expect(await screen.findByText('Please enter a valid PIN code.')).toBeTruthy();
    expect(field('PIN code').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['the provider fails', errorResponse(502, 'PAYMENT_PROVIDER_FAILED', 'The payment provider did not respond.')],
    ['there is no connection', noConnection],
  ])('when %s before the window opens, nothing was charged', async (_what, response) => {
    shop({ 'POST /payments/create-order': response });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    fireEvent.click(payButton());
    expect(await screen.findByText('Something went wrong with payment!')).toBeTruthy();
    expect(screen.getByText('Nothing was charged.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
});

describe('confirming', () => {
  it('a payment that is not proven is refused, and can be tried again', async () => {
    shop({ 'POST /payments/verify': errorResponse(400, 'PAYMENT_SIGNATURE_INVALID', 'Payment verification failed.') });
    await pressPay();
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByText('❌ Payment verification failed!')).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  it('shows when the order is rejected in the end', async () => {
    shop({ 'POST /orders': errorResponse(404, 'ORDER_NOT_FOUND', 'Order not found.') });
    await pressPay();
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByText('Failed to complete order. Contact support.')).toBeTruthy();
  });

  it('continues without a second response, since the verified order is placed', async () => {
    shop({ 'POST /orders': noConnection });
    await pressPay();
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  });

  it('keeps the message when the session has ended meanwhile', async () => {
    shop({ 'POST /payments/verify': errorResponse(401, 'UNAUTHENTICATED', 'You must be logged in.') });
    await pressPay();
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByText('Failed to complete order. Contact support.')).toBeTruthy();
    expect(screen.getByText('You must be logged in.')).toBeTruthy();
  });

  describe('without connection', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    const settle = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    async function payOffline() {
      const api = shop({ 'POST /payments/verify': noConnection });
      await open();
      await settle(10);
      fireEvent.click(payButton());
      await settle(10);
      await act(async () => opened[0]?.options.handler(testPayment));
      return api;
    }

    it('retries until there is a response', async () => {
      const api = await payOffline();
      await settle(1_500);
      api.responses['POST /payments/verify'] = { success: true, message: 'ok', order };
      await settle(2_000);
      expect(screen.getByRole('heading', { name: 'Payment successful' })).toBeTruthy();
      expect(api.requestsTo('POST /payments/verify')).toHaveLength(3);
    });

    it('then explains that the money is safe, offers no second payment, and checks again on request', async () => {
      const api = await payOffline();
      await settle(20_000);
      expect(screen.getByText('Failed to complete order. Contact support.')).toBeTruthy();
      expect(screen.getByText(/your order within minutes or a full refund within 3–5 business days/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Pay ₹/ })).toBeNull();
      api.responses['POST /payments/verify'] = { success: true, message: 'ok', order };
      fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
      await settle(10);
      expect(screen.getByRole('heading', { name: 'Payment successful' })).toBeTruthy();
    });
  });
});
