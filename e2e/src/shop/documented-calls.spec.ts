import { expect, test } from '@playwright/test';
import { calls, type CallKey } from '@rangavalli/contracts/calls';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '../support/api.js';
import {
  addressForm,
  addToCart,
  billing,
  createCheckout,
  createProduct,
  logInAsOwner,
  newAccount,
  pay,
  type PaymentResponse,
  type Person,
  registerShopper,
} from '../support/people.js';
import { internalAddressOf } from '../support/store.js';

/** Records that later calls need. */
interface Records {
  admin: Person;
  shopper: Person;
  product: Product;
  created: Product;
  address: Address;
  payment: PaymentResponse;
  order: Order;
}

interface Row {
  key: CallKey;
  as: 'guest' | 'shopper' | 'admin';
  request: (records: Records) => object;
  before?: (records: Records) => Promise<void>;
  /** Checks values beyond the contract. */
  expect: (body: never, records: Records) => void;
}

const row = <B>(
  key: CallKey,
  as: Row['as'],
  request: Row['request'],
  check: (body: B, records: Records) => void,
  before?: Row['before'],
): Row => ({ key, as, request, expect: check, ...(before ? { before } : {}) });
const expectSuccess = (body: { success: boolean }) => expect(body.success).toBe(true);

/** Every call of specification §7, in the order of a visit. */
const rows: Row[] = [
  row('POST /users/register', 'guest', () => ({ body: newAccount() }), expectSuccess),
  row(
    'POST /users/login',
    'guest',
    ({ shopper }) => ({ body: { email: shopper.email, password: shopper.password } }),
    (body: { message: string; token: string; user: { role: string } }) => {
      expect(body).toMatchObject({ success: true, message: 'Login successful!', user: { role: 'user' } });
      expect(body.token.split('.')).toHaveLength(3);
    },
  ),
  row(
    'GET /users/profile',
    'shopper',
    () => ({}),
    (body: { user: { email: string } }, { shopper }) => expect(body.user.email).toBe(shopper.email),
  ),
  row(
    'GET /products/getAll',
    'guest',
    () => ({}),
    (body: { products: Product[] }, { product }) => expect(body.products.map(({ _id }) => _id)).toContain(product._id),
  ),
  row(
    'GET /products/getOne/{id}',
    'guest',
    ({ product }) => ({ params: { id: product._id } }),
    (body: { product: Product }, { product }) =>
      expect(body.product).toMatchObject({ _id: product._id, price: 1234.5 }),
  ),
  row(
    'POST /products/create',
    'admin',
    () => ({
      body: {
        name: 'Documented call',
        price: 250,
        category: 'pant',
        stock: 3,
        sizes: ['S', 'M'],
        tags: ['new'],
        images: [],
      },
    }),
    (body: { product: Product }, records) => {
      records.created = body.product;
      expect(body.product).toMatchObject({ name: 'Documented call', price: 250, sizes: ['S', 'M'] });
    },
  ),
  row(
    'PUT /products/update/{id}',
    'admin',
    ({ created }) => ({
      params: { id: created._id },
      body: {
        name: 'Renamed',
        price: 300.5,
        category: 'pant',
        stock: 4,
        sizes: ['S'],
        tags: [],
        images: [],
        description: '',
      },
    }),
    (body: { product: Product }) => expect(body.product).toMatchObject({ name: 'Renamed', price: 300.5, stock: 4 }),
  ),
  row('DELETE /products/delete/{id}', 'admin', ({ created }) => ({ params: { id: created._id } }), expectSuccess),
  row(
    'POST /cart/add',
    'shopper',
    ({ product }) => ({ body: { productId: product._id, quantity: 1, size: '' } }),
    expectSuccess,
  ),
  row(
    'GET /cart',
    'shopper',
    () => ({}),
    (body: { cart: { items: { quantity: number }[]; total: number } }) =>
      expect(body.cart).toMatchObject({ items: [{ quantity: 1, size: '' }], total: 1234.5 }),
  ),
  row(
    'PUT /cart/update',
    'shopper',
    ({ product }) => ({ body: { productId: product._id, quantity: 3, size: '' } }),
    (body: { cart: { total: number } }) => expect(body.cart.total).toBe(3703.5),
  ),
  row(
    'DELETE /cart/remove',
    'shopper',
    ({ product }) => ({ body: { productId: product._id, size: '' } }),
    (body: { cart: { items: unknown[] } }) => expect(body.cart.items).toEqual([]),
  ),
  row(
    'POST /address',
    'shopper',
    () => ({ body: addressForm }),
    (body: { address: Address }, records) => {
      records.address = body.address;
      expect(body.address).toMatchObject({ addressLine: '12 Temple Street', isDefault: true, country: 'India' });
    },
  ),
  row(
    'GET /address',
    'shopper',
    () => ({}),
    (body: { addresses: Address[] }) => expect(body.addresses).toHaveLength(1),
  ),
  row(
    'PUT /address/{id}',
    'shopper',
    ({ address }) => ({ params: { id: address._id }, body: { ...addressForm, city: 'Warangal' } }),
    (body: { address: Address }) => expect(body.address.city).toBe('Warangal'),
  ),
  row('PATCH /address/default/{id}', 'shopper', ({ address }) => ({ params: { id: address._id } }), expectSuccess),
  row('DELETE /address/{id}', 'shopper', ({ address }) => ({ params: { id: address._id } }), expectSuccess),
  row(
    'POST /payments/create-order',
    'shopper',
    () => ({ body: { amount: 2469 } }),
    (body: { order: { id: string; amount: number; currency: string } }) => {
      expect(body.order).toMatchObject({ amount: 246_900, currency: 'INR' });
      expect(body.order.id).toMatch(/^order_/);
    },
    async ({ shopper, product }) => void (await addToCart(shopper, product, 2)),
  ),
  row(
    'POST /payments/verify',
    'shopper',
    ({ payment }) => ({ body: { ...payment, cart: [], billing, totalAmount: 2469 } }),
    (body: { order: Order }, records) => {
      records.order = body.order;
      expect(body.order).toMatchObject({
        status: 'Pending',
        totalAmount: 2469,
        products: [{ quantity: 2 }],
        paymentState: 'captured',
      });
    },
    async (records) => {
      const { order } = await createCheckout(records.shopper, 2469);
      records.payment = await pay(order.id, 'never');
    },
  ),
  row(
    'POST /orders',
    'shopper',
    ({ payment }) => ({ body: { cart: [], billing, payment, totalAmount: 2469 } }),
    (body: { order: Order }, { order }) =>
      expect(body.order).toMatchObject({ _id: order._id, orderNumber: expect.stringMatching(/^RV-\d\d-\d{7}$/) }),
  ),
  row(
    'GET /orders/{userId}',
    'shopper',
    ({ shopper }) => ({ params: { userId: shopper.id } }),
    (body: Order[], { order }) => expect(body.map(({ _id }) => _id)).toEqual([order._id]),
  ),
  row(
    'GET /orders/admin/all',
    'admin',
    () => ({}),
    (body: Order[], { order }) => expect(body.map(({ _id }) => _id)).toContain(order._id),
  ),
  row(
    'PUT /orders/admin/{orderId}',
    'admin',
    ({ order }) => ({ params: { orderId: order._id }, body: { status: 'Processing' } }),
    (body: { order: Order }) => expect(body.order.status).toBe('Processing'),
  ),
];

test('every documented call returns the documented response', async () => {
  const documented = Object.entries(calls)
    .filter(([, { source }]) => source === '§7')
    .map(([key]) => key);
  expect(documented).toHaveLength(23);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(documented.toSorted());

  const admin = await logInAsOwner();
  const records = { admin, shopper: await registerShopper(), product: await createProduct(admin) } as Records;
  for (const { key, as, request, before, expect: check } of rows) {
    await test.step(key, async () => {
      await before?.(records);
      const token = as === 'guest' ? undefined : records[as].token;
      const response = await call(key, request(records) as never, token);
      expect(response, JSON.stringify(response.body)).toMatchObject({ ok: true });
      check(response.body as never, records);
      if (as !== 'guest') {
        const refused = await call(key, request(records) as never);
        expect(refused, `${key} as a guest`).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      }
    });
  }
});

test('the OpenAPI document lists every documented call and has a page to try them', async ({ page }) => {
  const document = (await (await fetch(`${internalAddressOf('gateway')}/api/docs/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  );
  expect(listed).toEqual(expect.arrayContaining(Object.keys(calls)));
  await page.goto(`${internalAddressOf('gateway')}/api/docs`);
  await expect(page.getByText('/products/getAll').first()).toBeVisible();
});
