import { randomUUID } from 'node:crypto';
import type { CallKey, CallRequest } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call, mustCall } from '../support/api.js';
import { addressForm, buy, createProduct, type PaymentResponse, type Person } from '../support/people.js';

/** Who makes a call. The owner is the customer whose records the request names. */
export const visitors = ['guest', 'other', 'owner', 'admin'] as const;
export type Visitor = (typeof visitors)[number];

/** Outcomes: allowed (or refused for its content only), 401, 403, and 404, which hides that the record exists. */
export type Verdict = 'in' | 'login' | 'no' | 'hidden';

export interface OwnedRecords {
  owner: Person;
  admin: Person;
  product: Product;
  orderId: string;
  payment: PaymentResponse;
  sessionId: string;
}

/**
 * Expected verdicts of guest, other customer, owner and admin, and the request: by default an empty one. It may create
 * records, so that visitors do not affect each other.
 */
type Row<K extends CallKey> = readonly [
  expected: readonly [Verdict, Verdict, Verdict, Verdict],
  request?: (records: OwnedRecords) => CallRequest<K> | Promise<CallRequest<K>>,
];

const everybody = ['in', 'in', 'in', 'in'] as const;
const customers = ['login', 'in', 'in', 'in'] as const;
const admins = ['login', 'no', 'no', 'in'] as const;
/** Admins may not use other customers' ids here either. */
const ownersOnly = ['login', 'hidden', 'in', 'hidden'] as const;

const newAddress = async ({ owner }: OwnedRecords) => ({
  params: { id: (await mustCall('POST /address', { body: addressForm }, owner.token)).address._id },
});
const newProduct = async ({ admin }: OwnedRecords) => ({ params: { id: (await createProduct(admin))._id } });
const line = ({ product }: OwnedRecords) => ({ productId: product._id, size: '', quantity: 1 });
const byOrder = ({ orderId }: OwnedRecords) => ({ params: { orderId } });
const byProduct = ({ product }: OwnedRecords) => ({ params: { id: product._id } });

/** Every call of the contracts; a missing one does not compile. */
export const matrix: { [K in CallKey]: Row<K> } = {
  'GET /config': [everybody],
  'GET /system': [admins],
  'GET /products/getAll': [everybody],
  'GET /products/suggest': [everybody, () => ({ query: { q: 'silk' } })],
  'GET /products/getOne/{id}': [everybody, byProduct],
  'POST /products/create': [admins, () => ({ body: { name: 'Access matrix', price: 10, category: 'pant', stock: 0 } })],
  'PUT /products/update/{id}': [
    admins,
    async (records) => ({ ...(await newProduct(records)), body: { name: 'Renamed' } }),
  ],
  'DELETE /products/delete/{id}': [admins, newProduct],
  'POST /products/images/signature': [admins],

  'GET /cart': [customers],
  'POST /cart/add': [customers, (records) => ({ body: line(records) })],
  // `POST /cart/add` has just added it to each visitor's own cart.
  'PUT /cart/update': [customers, (records) => ({ body: line(records) })],
  'DELETE /cart/remove': [customers, ({ product }) => ({ body: { productId: product._id, size: '' } })],
  'POST /cart/preview': [everybody, (records) => ({ body: { lines: [line(records)] } })],
  'POST /cart/merge': [customers, (records) => ({ body: { mergeId: randomUUID(), lines: [line(records)] } })],

  'POST /payments/create-order': [customers, () => ({ body: { amount: 1 } })],
  'POST /payments/verify': [customers, (records) => ({ body: { ...records.payment, totalAmount: 1 } })],
  'POST /orders': [customers, (records) => ({ body: { payment: { ...records.payment } } })],
  'GET /orders/{userId}': [['login', 'no', 'in', 'in'], ({ owner }) => ({ params: { userId: owner.id } })],
  'GET /orders/detail/{orderId}': [['login', 'hidden', 'in', 'in'], byOrder],
  // Admins set the status instead.
  'POST /orders/cancel/{orderId}': [['login', 'hidden', 'in', 'hidden'], byOrder],
  'GET /orders/admin/all': [admins],
  'GET /orders/admin/summary': [admins],
  'PUT /orders/admin/{orderId}': [admins, ({ orderId }) => ({ params: { orderId }, body: { status: 'Processing' } })],

  'POST /payments/webhook': [everybody, () => ({ body: { event: 'payment.captured' } })],
  'GET /payments/admin': [admins],
  'GET /payments/admin/{orderId}': [admins, byOrder],
  'POST /payments/admin/{orderId}/retry': [admins, byOrder],
  'POST /payments/admin/{orderId}/refund': [
    admins,
    ({ orderId, payment }) => ({
      params: { orderId },
      body: { paymentId: payment.razorpay_payment_id, reason: 'access matrix' },
    }),
  ],
  'GET /payments/deliveries': [admins],
  'POST /payments/deliveries/{id}/replay': [['login', 'no', 'no', 'hidden'], () => ({ params: { id: 'none' } })],
  'GET /operations/dead-letters': [admins],
  'POST /operations/dead-letters/{sequence}/replay': [
    ['login', 'no', 'no', 'hidden'],
    () => ({ params: { sequence: '999999999' } }),
  ],

  'POST /users/login': [everybody, ({ owner }) => ({ body: { email: owner.email, password: owner.password } })],
  'POST /users/register': [
    everybody,
    () => ({
      body: { name: 'New Customer', email: `matrix-${randomUUID()}@example.com`, password: 'a long enough password' },
    }),
  ],
  // Requires the refresh cookie.
  'POST /users/refresh': [['login', 'login', 'login', 'login']],
  'POST /users/logout': [everybody],
  'GET /users/sessions': [customers],
  // Succeeds without effect for another customer's session.
  'DELETE /users/sessions/{id}': [customers, ({ sessionId }) => ({ params: { id: sessionId } })],
  'GET /users/profile': [customers],
  'PUT /users/profile': [customers, () => ({ body: { phone: '9876543210' } })],
  'PUT /users/password': [
    customers,
    () => ({ body: { currentPassword: 'not the password', newPassword: 'another long password' } }),
  ],
  'POST /users/password/forgot': [everybody, () => ({ body: { email: 'nobody@example.com' } })],
  'POST /users/password/reset': [everybody, () => ({ body: { token: 'none', password: 'another long password' } })],
  'GET /users/jwks': [everybody],
  'GET /users/admin/customers': [admins],
  'PUT /users/admin/{id}/role': [admins, ({ owner }) => ({ params: { id: owner.id }, body: { role: 'user' } })],
  'GET /operations/audit': [admins],
  'POST /stock-alerts': [
    everybody,
    ({ product }) => ({ body: { productId: product._id, size: '', email: 'nobody@example.com' } }),
  ],

  'GET /address': [customers],
  'POST /address': [customers, () => ({ body: addressForm })],
  'PUT /address/{id}': [ownersOnly, async (records) => ({ ...(await newAddress(records)), body: addressForm })],
  'DELETE /address/{id}': [ownersOnly, newAddress],
  'PATCH /address/default/{id}': [ownersOnly, newAddress],
  'GET /wishlist': [customers],
  'PUT /wishlist/{id}': [customers, byProduct],
  'DELETE /wishlist/{id}': [customers, byProduct],
};

export async function createOwnedRecords(owner: Person, admin: Person): Promise<OwnedRecords> {
  const product = await createProduct(admin, { stock: 50 });
  const { order, payment } = await buy(owner, product);
  const { sessions } = await mustCall('GET /users/sessions', {}, owner.token);
  return { owner, admin, product, orderId: order._id, payment, sessionId: sessions[0]?.id ?? randomUUID() };
}

export async function getVerdict<K extends CallKey>(
  key: K,
  records: OwnedRecords,
  token: string | undefined,
): Promise<Verdict> {
  const [, createRequest] = matrix[key] as Row<K>;
  const request = ((await createRequest?.(records)) ?? {}) as CallRequest<K>;
  const response = await call(key, request, token);
  if (response.status === 401 && !response.ok && response.body.code !== 'INVALID_CREDENTIALS') return 'login';
  if (response.status === 403) return 'no';
  return response.status === 404 ? 'hidden' : 'in';
}
