import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildCart, buildOrder, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import type { RazorpayOptions } from '../checkout/razorpay.js';
import CheckoutRoutes from '../routes.js';

export const testPayment: PaymentResponse = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'signed',
};

/** Payment windows that the page has opened. */
export const opened: { options: RazorpayOptions; fail: (description: string) => void }[] = [];

/** Installs a payment window that the test itself pays in, fails in or closes. */
function installFakeRazorpay(): void {
  opened.length = 0;
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
}

export const silk = buildProduct({ name: 'Silk', price: 2499.5 });
export const cart = buildCart({ product: silk, size: '', quantity: 2 });
export const order = buildOrder({ _id: 'f'.repeat(24), totalAmount: 4999 });
export const home = {
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
export const billing = {
  fullName: 'Meena Rao',
  email: 'meena@example.com',
  phone: '9848012345',
  address: '12 Weavers Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

export const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
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
    'GET /payments/methods': {
      success: true,
      methods: [{ method: 'online', isAvailable: true, fee: 0, totalAmount: 4999 }],
    },
    'POST /payments/create-order': {
      success: true,
      order: { id: 'order_1', amount: 499900, currency: 'INR' },
      orderNumber: 'RV-26-0042174',
      orderId: order._id,
      totalAmount: 4999,
      expiresAt: '2026-01-15T10:00:00.000Z',
    },
    'POST /payments/verify': { success: true, message: 'ok', order },
    'POST /orders': { success: true, order },
    ...changes,
  });

export async function open() {
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
export async function pressPay() {
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  fireEvent.click(screen.getByRole('button', { name: /Pay ₹4,999/ }));
  await waitFor(() => expect(opened).toHaveLength(1));
}
export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Pay ₹/ });

/** Before each test of the file: a customer is logged in, and payments open a window that the test controls. */
export function asCustomer(): void {
  beforeEach(() => {
    sessionStorage.clear();
    act(() => signIn());
    installFakeRazorpay();
  });
}
