import { randomUUID } from 'node:crypto';
import type { CallKey, CallRequest } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call, mustCall } from '../support/api.js';
import { createProduct, createCheckout, pay, type Person, addToCart, verify } from '../support/people.js';

/** Whom a call is tried as. The owner is the customer whose things the request names. */
export const visitors = ['guest', 'other', 'owner', 'admin'] as const;
export type Visitor = (typeof visitors)[number];

/**
 * What becomes of it: `in` (done, or refused for its content only), `login` (401), `no` (403), `hidden` (404: not even that
 * it exists is told).
 */
export type Verdict = 'in' | 'login' | 'no' | 'hidden';

/** The things that requests name: all of them the owner's. */
export interface Belongings {
  owner: Person;
  admin: Person;
  product: Product;
  orderId: string;
  razorpayOrderId: string;
  paymentId: string;
  signature: string;
  sessionId: string;
}

interface Row<K extends CallKey> {
  /** In the order guest, other customer, owner, admin. */
  expected: readonly [Verdict, Verdict, Verdict, Verdict];
  /** May make what it needs anew, so that one visitor's doing is not in the next one's way. */
  request: (things: Belongings) => CallRequest<K> | Promise<CallRequest<K>>;
}

const everybody = ['in', 'in', 'in', 'in'] as const;
const customers = ['login', 'in', 'in', 'in'] as const;
const admins = ['login', 'no', 'no', 'in'] as const;
/** Named by an id that only its owner may use: an admin has no business there either. */
const ownersOnly = ['login', 'hidden', 'in', 'hidden'] as const;

const nothing = () => ({});
const addressForm = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  pincode: '500092',
  addressLine: '12 Temple Street',
  city: 'Hyderabad',
  state: 'Telangana',
  country: 'India',
  isDefault: false,
};
const anAddress = async ({ owner }: Belongings) => ({
  params: { id: (await mustCall('POST /address', { body: addressForm }, owner.token)).address._id },
});
const anOldProduct = async ({ admin }: Belongings) => ({ params: { id: (await createProduct(admin))._id } });
const line = ({ product }: Belongings) => ({ productId: product._id, size: '', quantity: 1 });
const payment = (things: Belongings) => ({
  razorpay_order_id: things.razorpayOrderId,
  razorpay_payment_id: things.paymentId,
  razorpay_signature: things.signature,
});

/** Every call of the contracts; one without a row does not compile. */
export const matrix: { [K in CallKey]: Row<K> } = {
  'GET /config': { expected: everybody, request: nothing },
  'GET /system': { expected: admins, request: nothing },
  'GET /products/getAll': { expected: everybody, request: nothing },
  'GET /products/suggest': { expected: everybody, request: () => ({ query: { q: 'silk' } }) },
  'GET /products/getOne/{id}': { expected: everybody, request: ({ product }) => ({ params: { id: product._id } }) },
  'POST /products/create': {
    expected: admins,
    request: () => ({ body: { name: 'Access matrix', price: 10, category: 'pant', stock: 0 } }),
  },
  'PUT /products/update/{id}': {
    expected: admins,
    request: async (things) => ({ ...(await anOldProduct(things)), body: { name: 'Renamed' } }),
  },
  'DELETE /products/delete/{id}': { expected: admins, request: anOldProduct },
  'POST /products/images/signature': { expected: admins, request: nothing },

  'GET /cart': { expected: customers, request: nothing },
  'POST /cart/add': { expected: customers, request: (things) => ({ body: line(things) }) },
  // Everybody has a cart of their own, into which `POST /cart/add` has just put this.
  'PUT /cart/update': { expected: customers, request: (things) => ({ body: line(things) }) },
  'DELETE /cart/remove': {
    expected: customers,
    request: ({ product }) => ({ body: { productId: product._id, size: '' } }),
  },
  'POST /cart/preview': { expected: everybody, request: (things) => ({ body: { lines: [line(things)] } }) },
  'POST /cart/merge': {
    expected: customers,
    request: (things) => ({ body: { mergeId: randomUUID(), lines: [line(things)] } }),
  },

  'POST /payments/create-order': { expected: customers, request: () => ({ body: { amount: 1 } }) },
  'POST /payments/verify': {
    expected: ['login', 'in', 'in', 'in'],
    request: (things) => ({ body: { ...payment(things), totalAmount: 1 } }),
  },
  'POST /orders': {
    expected: ['login', 'in', 'in', 'in'],
    request: (things) => ({ body: { payment: payment(things) } }),
  },
  'GET /orders/{userId}': {
    expected: ['login', 'no', 'in', 'in'],
    request: ({ owner }) => ({ params: { userId: owner.id } }),
  },
  'GET /orders/detail/{orderId}': {
    expected: ['login', 'hidden', 'in', 'in'],
    request: ({ orderId }) => ({ params: { orderId } }),
  },
  // The customer's own way; an admin sets the status.
  'POST /orders/cancel/{orderId}': {
    expected: ['login', 'hidden', 'in', 'hidden'],
    request: ({ orderId }) => ({ params: { orderId } }),
  },
  'GET /orders/admin/all': { expected: admins, request: nothing },
  'GET /orders/admin/summary': { expected: admins, request: nothing },
  'PUT /orders/admin/{orderId}': {
    expected: admins,
    request: ({ orderId }) => ({ params: { orderId }, body: { status: 'Processing' } }),
  },

  'POST /payments/webhook': { expected: everybody, request: () => ({ body: { event: 'payment.captured' } }) },
  'GET /payments/admin': { expected: admins, request: nothing },
  'GET /payments/admin/{orderId}': { expected: admins, request: ({ orderId }) => ({ params: { orderId } }) },
  'POST /payments/admin/{orderId}/retry': { expected: admins, request: ({ orderId }) => ({ params: { orderId } }) },
  'POST /payments/admin/{orderId}/refund': {
    expected: admins,
    request: ({ orderId, paymentId }) => ({
      params: { orderId },
      body: { paymentId, reason: 'tried by the access matrix' },
    }),
  },
  'GET /payments/deliveries': { expected: admins, request: nothing },
  'POST /payments/deliveries/{id}/replay': {
    expected: ['login', 'no', 'no', 'hidden'],
    request: () => ({ params: { id: 'none' } }),
  },
  'GET /operations/dead-letters': { expected: admins, request: nothing },
  'POST /operations/dead-letters/{sequence}/replay': {
    expected: ['login', 'no', 'no', 'hidden'],
    request: () => ({ params: { sequence: '999999999' } }),
  },

  'POST /users/login': {
    expected: everybody,
    request: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
  },
  'POST /users/register': {
    expected: everybody,
    request: () => ({
      body: { name: 'Somebody New', email: `matrix-${randomUUID()}@example.com`, password: 'a long enough password' },
    }),
  },
  // Without the refresh cookie there is no session to go on with, whoever asks.
  'POST /users/refresh': { expected: ['login', 'login', 'login', 'login'], request: nothing },
  'POST /users/logout': { expected: everybody, request: nothing },
  'GET /users/sessions': { expected: customers, request: nothing },
  // Ending a session that is not one's own ends nothing, and says nothing about it.
  'DELETE /users/sessions/{id}': { expected: customers, request: ({ sessionId }) => ({ params: { id: sessionId } }) },
  'GET /users/profile': { expected: customers, request: nothing },
  'PUT /users/profile': { expected: customers, request: () => ({ body: { phone: '9876543210' } }) },
  'PUT /users/password': {
    expected: customers,
    request: () => ({ body: { currentPassword: 'not the password', newPassword: 'another long password' } }),
  },
  'POST /users/password/forgot': { expected: everybody, request: () => ({ body: { email: 'nobody@example.com' } }) },
  'POST /users/password/reset': {
    expected: everybody,
    request: () => ({ body: { token: 'none', password: 'another long password' } }),
  },
  'GET /users/jwks': { expected: everybody, request: nothing },
  'GET /users/admin/customers': { expected: admins, request: nothing },
  'PUT /users/admin/{id}/role': {
    expected: admins,
    request: ({ owner }) => ({ params: { id: owner.id }, body: { role: 'user' } }),
  },
  'GET /operations/audit': { expected: admins, request: nothing },
  'POST /stock-alerts': {
    expected: everybody,
    request: ({ product }) => ({ body: { productId: product._id, size: '', email: 'nobody@example.com' } }),
  },

  'GET /address': { expected: customers, request: nothing },
  'POST /address': { expected: customers, request: () => ({ body: addressForm }) },
  'PUT /address/{id}': {
    expected: ownersOnly,
    request: async (things) => ({ ...(await anAddress(things)), body: addressForm }),
  },
  'DELETE /address/{id}': { expected: ownersOnly, request: anAddress },
  'PATCH /address/default/{id}': { expected: ownersOnly, request: anAddress },
  'GET /wishlist': { expected: customers, request: nothing },
  'PUT /wishlist/{id}': { expected: customers, request: ({ product }) => ({ params: { id: product._id } }) },
  'DELETE /wishlist/{id}': { expected: customers, request: ({ product }) => ({ params: { id: product._id } }) },
};

/** The owner with an order, paid for, and a place where they are logged in. */
export async function belongingsOf(owner: Person, admin: Person): Promise<Belongings> {
  const product = await createProduct(admin, { stock: 50 });
  await addToCart(owner, product);
  const { order } = await createCheckout(owner, product.price);
  const paid = await pay(order.id);
  const placed = await verify(owner, paid, product.price);
  const { sessions } = await mustCall('GET /users/sessions', {}, owner.token);
  return {
    owner,
    admin,
    product,
    orderId: placed.order._id,
    razorpayOrderId: paid.razorpay_order_id,
    paymentId: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
    sessionId: sessions[0]?.id ?? randomUUID(),
  };
}

/** Makes a call of the matrix as somebody and says what became of it. */
export async function verdictOf<K extends CallKey>(
  key: K,
  things: Belongings,
  token: string | undefined,
): Promise<Verdict> {
  const answer = await call(key, (await matrix[key].request(things)) as CallRequest<K>, token);
  if (answer.status === 401 && !answer.ok && answer.body.code !== 'INVALID_CREDENTIALS') return 'login';
  if (answer.status === 403) return 'no';
  return answer.status === 404 ? 'hidden' : 'in';
}
