import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { clearSession, currentSession, storeSession } from '@rangavalli/web-kit/session/session';
import { buildCart, buildOrder, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { addGuestLine } from '../guest-cart/guest-lines.js';
import CheckoutRoutes from '../routes.js';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import type { RazorpayOptions } from './razorpay.js';

const testPayment: PaymentResponse = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'signed',
};

/** Installs a payment window that the test itself pays in, fails in or closes. */
function installFakeRazorpay() {
  const opened: { options: RazorpayOptions; fail: (description: string) => void }[] = [];
  window.Razorpay = class {
    private readonly listeners: ((event: { error: { description: string } }) => void)[] = [];
    constructor(private readonly options: RazorpayOptions) {}
    on(_event: 'payment.failed', listener: (event: { error: { description: string } }) => void) {
      this.listeners.push(listener);
    }
    open() {
      opened.push({
        options: this.options,
        fail: (description) => this.listeners.forEach((listener) => listener({ error: { description } })),
      });
    }
  };
  return opened;
}

const silk = buildProduct({ name: 'Silk', price: 2499.5 });
const cart = buildCart({ product: silk, size: '', quantity: 2 });
const order = buildOrder({ _id: 'f'.repeat(24), totalAmount: 4999 });
const home = {
  _id: '1'.repeat(24),
  fullName: 'Meena Rao',
  email: '',
  phone: '9848012345',
  address: '12 Weavers Street',
  addressLine: '12 Weavers Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
  default: true,
  isDefault: true,
};
const telangana = { state: 'Telangana', stateCode: '36' };
const billing = {
  fullName: 'Meena Rao',
  email: 'meena@example.com',
  phone: '9848012345',
  address: '12 Weavers Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /cart': { success: true, cart },
    'GET /address': { success: true, addresses: [home] },
    'GET /delivery/pin/{pincode}': ({ params }) =>
      params['pincode'] === '500092'
        ? { success: true, place: { pincode: '500092', city: 'Hyderabad', district: 'Hyderabad', ...telangana } }
        : errorResponse(404, 'PIN_NOT_FOUND', 'This PIN code does not exist. Please check it.'),
    'GET /config': {
      success: true,
      razorpay: { keyId: 'rzp_test_1', checkoutUrl: '/razorpay/checkout.js' },
      cloudinary: { uploadUrl: '', folder: '' },
    },
    'POST /payments/create-order': {
      success: true,
      order: { id: 'order_1', amount: 499900, currency: 'INR' },
      orderId: order._id,
      totalAmount: 4999,
      expiresAt: '2026-01-15T10:00:00.000Z',
    },
    'POST /payments/verify': { success: true, message: 'ok', order },
    'POST /orders': { success: true, order },
    ...changes,
  });

async function open() {
  window.history.pushState({}, '', '/checkout');
  await act(async () => {
    render(
      <BrowserRouter>
        <CheckoutRoutes />
      </BrowserRouter>,
    );
  });
}

/** Opens the page, waits for the default address in the form and presses the pay button. */
async function pressPay(opened: ReturnType<typeof installFakeRazorpay>) {
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  fireEvent.click(screen.getByRole('button', { name: /Pay ₹4,999/ }));
  await waitFor(() => expect(opened).toHaveLength(1));
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Pay ₹/ });

let opened: ReturnType<typeof installFakeRazorpay>;
beforeEach(() => {
  sessionStorage.clear();
  act(() => signIn());
  opened = installFakeRazorpay();
});

describe('before paying', () => {
  it('an empty cart leads home', async () => {
    shop({ 'GET /cart': { success: true, cart: buildCart() } });
    await open();
    expect((await screen.findByRole('link', { name: 'Continue Shopping' })).getAttribute('href')).toBe('/');
  });

  it('the form is filled with the customer, their default address, and India', async () => {
    shop();
    await open();
    await waitFor(() => expect(field('Address').value).toBe('12 Weavers Street'));
    expect(field('Email').value).toBe('meena@example.com');
    expect(field('Country').value).toBe('India');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Meena Rao/ }).checked).toBe(true);
  });

  it('the form works without saved addresses, and shows when they failed to load', async () => {
    shop({ 'GET /address': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
    await open();
    expect(await screen.findByText(/saved addresses could not be loaded/)).toBeTruthy();
    expect(field('Full name').value).toBe('Meena');
  });

  it('an incomplete form is not sent; the first wrong field has the focus', async () => {
    const api = shop({ 'GET /address': { success: true, addresses: [] } });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /Pay ₹/ }));
    expect(screen.getByText('Please enter your phone number.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Phone'));
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
  });
});

describe('the PIN code', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const state = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value;

  it('fills in city and state, not over what was typed, and the next code fills them again', async () => {
    const api = shop({ 'GET /address': { success: true, addresses: [] } });
    await open();
    await screen.findByLabelText('PIN code');
    fireEvent.click(payButton());
    expect(screen.getByText('Please enter your city.')).toBeTruthy();
    type('PIN code', '500 092');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    expect([field('PIN code').value, state()]).toEqual(['500092', 'Telangana']);
    // Corrected without being touched.
    await waitFor(() => expect(screen.queryByText('Please enter your city.')).toBeNull());
    expect(screen.getByText('Please enter your address.')).toBeTruthy();
    type('City', 'Boduppal');
    api.responses['GET /delivery/pin/{pincode}'] = {
      success: true,
      place: { pincode: '110001', city: 'New Delhi', district: 'Central Delhi', state: 'Delhi', stateCode: '07' },
    };
    type('PIN code', '110001');
    await waitFor(() => expect(state()).toBe('Delhi'));
    expect(field('City').value).toBe('Boduppal');
  });

  it('that does not exist is refused beside its field before the payment', async () => {
    const api = shop();
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    type('PIN code', '999999');
    expect(await screen.findByText('This PIN code does not exist. Please check it.')).toBeTruthy();
    fireEvent.click(payButton());
    await waitFor(() => expect(document.activeElement).toBe(field('PIN code')));
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
    type('PIN code', '500092');
    expect(screen.queryByText('This PIN code does not exist. Please check it.')).toBeNull();
  });

  it('of an army post office is accepted with the city and state that the customer enters', async () => {
    const api = shop({
      'GET /address': { success: true, addresses: [] },
      'GET /delivery/pin/{pincode}': {
        success: true,
        place: { pincode: '914001', city: '', district: '', state: '', stateCode: '', army: true },
      },
    });
    await open();
    await screen.findByLabelText('PIN code');
    for (const [label, text] of Object.entries({ Phone: '9848012345', 'PIN code': '914001', Address: '12 Field Unit' }))
      type(label, text);
    expect(await screen.findByText(/enter 56 APO or 99 APO as the city/)).toBeTruthy();
    fireEvent.click(payButton());
    expect(screen.getByText('Please enter your city.')).toBeTruthy();
    type('City', '56 APO');
    type('State', 'Punjab');
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
      billing: { pincode: '914001', city: '56 APO', state: 'Punjab' },
    });
  });

  it('can be paid for while the lookup fails: the server checks it', async () => {
    const api = shop({ 'GET /delivery/pin/{pincode}': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
    await pressPay(opened);
    expect(api.requestsTo('POST /payments/create-order')).toHaveLength(1);
  });
});

describe('a guest', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const verified = {
    success: true as const,
    message: 'Login successful!',
    token: 'token-of-lakshmi',
    user: {
      _id: '2'.repeat(24),
      name: 'Lakshmi Devi',
      email: 'lakshmi@example.com',
      emailVerified: true,
      hasPassword: false as const,
      role: 'user' as const,
      createdAt: '2026-01-15T09:30:00.000Z',
      orders: [],
    },
  };
  const guestShop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
    shop({
      'GET /address': { success: true, addresses: [] },
      'POST /cart/preview': { success: true, cart },
      'POST /cart/merge': { success: true, cart, notes: [] },
      'POST /users/otp': { success: true, message: 'sent', validMinutes: 10 },
      'POST /users/otp/verify': verified,
      ...changes,
    });
  async function openAsGuest() {
    act(() => clearSession());
    addGuestLine(silk, '', 2, 'add');
    await open();
    await screen.findByRole('button', { name: 'Email me a code' });
  }
  const fillContact = () => {
    type('Full name', 'Lakshmi Devi');
    type('Email', 'Lakshmi@example.com ');
    type('Phone', '+91 98480-12345');
  };
  afterEach(() => localStorage.clear());

  it('with an empty cart is led home', async () => {
    guestShop();
    act(() => clearSession());
    await open();
    expect(await screen.findByRole('link', { name: 'Continue Shopping' })).toBeTruthy();
  });

  it('confirms the email with the code and pays on the same page; nothing that was typed is lost', async () => {
    const api = guestShop();
    await openAsGuest();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    const code = await screen.findByLabelText('Code from the email');
    expect(document.activeElement).toBe(code);
    expect(api.requestsTo('POST /users/otp')[0]?.body).toEqual({ email: 'lakshmi@example.com' });
    type('Code from the email', '048 215');
    await waitFor(() => expect(currentSession()?.token).toBe('token-of-lakshmi'));
    expect(api.requestsTo('POST /users/otp/verify')[0]?.body).toMatchObject({
      email: 'lakshmi@example.com',
      code: '048215',
      name: 'Lakshmi Devi',
      phone: '9848012345',
    });
    await screen.findByText('lakshmi@example.com is confirmed.');
    expect(field('Address').value).toBe('12 Weavers Street');
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(api.requestsTo('POST /cart/merge')).toHaveLength(1);
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
      billing: { fullName: 'Lakshmi Devi', email: 'lakshmi@example.com', phone: '9848012345', state: 'Telangana' },
    });
  });

  it('finds the form unchanged after a reload, and as a customer after a login', async () => {
    guestShop();
    await openAsGuest();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    type('Gift message', 'For Amma');
    cleanup();
    await open();
    expect(await screen.findByDisplayValue('12 Weavers Street')).toBeTruthy();
    expect([field('Full name').value, field('City').value]).toEqual(['Lakshmi Devi', 'Hyderabad']);
    expect(screen.getByDisplayValue('For Amma').closest('details')?.open).toBe(true);
    cleanup();
    act(() => storeSession(verified));
    await open();
    // The lookup of the PIN code.
    await act(async () => undefined);
    expect(await screen.findByDisplayValue('12 Weavers Street')).toBeTruthy();
    expect(field('Email').value).toBe('lakshmi@example.com');
    // Of another account.
    cleanup();
    act(() => signIn());
    await open();
    await screen.findByLabelText('PIN code');
    expect([field('Email').value, field('Address').value]).toEqual(['meena@example.com', '']);
  });

  it('who presses Pay first gets the code; a wrong one is explained and can be corrected', async () => {
    const api = guestShop({
      'POST /users/otp/verify': errorResponse(400, 'LOGIN_CODE_INVALID', 'This code is incorrect or has expired.'),
    });
    await openAsGuest();
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    expect(screen.getByText('Please enter your email address.')).toBeTruthy();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    fireEvent.click(payButton());
    await screen.findByLabelText('Code from the email');
    expect(screen.getByText('Confirm your email with the code to continue.')).toBeTruthy();
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
    type('Code from the email', '000000');
    expect(await screen.findByText('This code is incorrect or has expired.')).toBeTruthy();
    type('Code from the email', '04821');
    expect(screen.queryByText('This code is incorrect or has expired.')).toBeNull();
    // Another address needs another code.
    type('Email', 'padma@example.com');
    expect(screen.getByRole('button', { name: 'Email me a code' })).toBeTruthy();
  });

  it('whose account needs more than a code is sent to the login', async () => {
    guestShop({
      'POST /users/otp/verify': errorResponse(403, 'PASSWORD_LOGIN_REQUIRED', 'Please log in with your password.'),
    });
    await openAsGuest();
    fillContact();
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    await screen.findByLabelText('Code from the email');
    type('Code from the email', '048215');
    expect(await screen.findByText(/Please log in with your password/)).toBeTruthy();
  });
});

it('sends the order note and the gift message with the checkout', async () => {
  const api = shop();
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  fireEvent.change(screen.getByLabelText('Order note'), { target: { value: 'Ring twice' } });
  fireEvent.change(screen.getByLabelText('Gift message'), { target: { value: 'For Amma' } });
  fireEvent.click(payButton());
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
    note: 'Ring twice',
    giftMessage: 'For Amma',
  });
});

describe('saving the address', () => {
  const fillIn = (changes: Record<string, string> = {}) => {
    for (const [label, value] of Object.entries({
      Phone: '9848012345',
      Address: '12 Weavers Street',
      City: 'Hyderabad',
      State: 'Telangana',
      'PIN code': '500092',
      ...changes,
    })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
  };

  it('is offered for a new one, and happens beside the payment', async () => {
    const api = shop({
      'GET /address': { success: true, addresses: [] },
      'POST /address': { success: true, message: 'Address added', address: home },
    });
    await open();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Save this address for next time' }));
    fillIn();
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /address').map(({ body }) => body)).toEqual([
      {
        fullName: 'Meena',
        phone: '9848012345',
        pincode: '500092',
        addressLine: '12 Weavers Street',
        city: 'Hyderabad',
        state: 'Telangana',
        country: 'India',
      },
    ]);
  });

  it('is not offered for a saved one', async () => {
    shop();
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    expect(screen.queryByRole('checkbox', { name: 'Save this address for next time' })).toBeNull();
  });
});

describe('paying', () => {
  it('opens the window, verifies, saves the order and ends at /payment-success', async () => {
    const api = shop();
    const events: unknown[] = [];
    const unlisten = listen(windowEvents.cartChanged, (detail) => events.push(detail));
    await pressPay(opened);
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
    await pressPay(opened);
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
    await pressPay(opened);
    await act(async () => {
      opened[0]?.fail('The bank declined it.');
      opened[0]?.options.modal.ondismiss();
    });
    expect(await screen.findByText(/The bank declined it\./)).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  it('a changed total is explained, and the cart is read again', async () => {
    const api = shop({
      'POST /payments/create-order': errorResponse(409, 'TOTAL_CHANGED', 'Prices have changed since you looked.', {
        totalAmount: 6000,
      }),
    });
    await open();
    await screen.findByDisplayValue('12 Weavers Street');
    api.responses['GET /cart'] = { success: true, cart: { ...cart, total: 6000 } };
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
    await pressPay(opened);
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByText('❌ Payment verification failed!')).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  it('shows when the order is rejected in the end', async () => {
    shop({ 'POST /orders': errorResponse(404, 'ORDER_NOT_FOUND', 'Order not found.') });
    await pressPay(opened);
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByText('Failed to complete order. Contact support.')).toBeTruthy();
  });

  it('continues without a second response, since the verified order is placed', async () => {
    shop({ 'POST /orders': noConnection });
    await pressPay(opened);
    await act(async () => opened[0]?.options.handler(testPayment));
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  });

  it('keeps the message when the session has ended meanwhile', async () => {
    shop({ 'POST /payments/verify': errorResponse(401, 'UNAUTHENTICATED', 'You must be logged in.') });
    await pressPay(opened);
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
