import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { mustCall } from './api.js';
import { accounts, addressOf } from './store.js';

/** Somebody with an account who is logged in. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

/** What the billing form asks for. */
export const billing = {
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  phone: '9876543210',
  address: '12 Temple Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

/** A name and a mailbox that nobody has used yet. */
export const newcomer = () => ({
  name: 'Meera Nair',
  email: `meera-${randomUUID()}@example.com`,
  password: 'a long enough password',
});

/** Registers a newcomer over the documented calls and logs in. */
export async function aShopper(): Promise<Person> {
  const person = newcomer();
  await mustCall('POST /users/register', { body: person });
  return logIn(person);
}

/** The shop's admin, logged in. */
export const theAdmin = (): Promise<Person> => logIn({ name: 'Shop Admin', ...accounts().admin });

async function logIn(person: { name: string; email: string; password: string }): Promise<Person> {
  const { token, user } = await mustCall('POST /users/login', {
    body: { email: person.email, password: person.password },
  });
  return { ...person, id: user._id, token };
}

/** Puts a new product on the shelf for one test, so that tests never fight over stock. */
export async function aProduct(
  admin: Person,
  about: Partial<{ name: string; price: number; stock: number; sizes: string[]; sizeStock: SizeStock[] }> = {},
): Promise<Product> {
  const body = {
    name: `Test saree ${randomUUID().slice(0, 8)}`,
    description: 'Woven for a test.',
    price: 1234.5,
    category: 'saree' as const,
    sareeType: 'pattu' as const,
    ...(about.sizeStock ? {} : { stock: 5, sizes: [] }),
    ...about,
  };
  return (await mustCall('POST /products/create', { body }, admin.token)).product;
}

/** The product as the shop shows it now. */
export const lookAt = async (product: { _id: string }): Promise<Product> =>
  (await mustCall('GET /products/getOne/{id}', { params: { id: product._id } })).product;

/** Puts pieces into somebody's cart. */
export const putIntoCart = (
  person: Person,
  product: Product,
  quantity = 1,
  size = '',
): Promise<CallResponse<'POST /cart/add'>> =>
  mustCall('POST /cart/add', { body: { productId: product._id, quantity, size } }, person.token);

/** Begins the checkout of somebody's cart, whose total they know. */
export const beginCheckout = (person: Person, amount: number): Promise<CallResponse<'POST /payments/create-order'>> =>
  mustCall('POST /payments/create-order', { body: { amount, billing } }, person.token);

/** What Razorpay Checkout hands to the page after a payment. */
export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** Pays at the stand-in without a browser. */
export async function pay(
  orderId: string,
  webhook: 'once' | 'twice' | 'late' | 'never' = 'once',
  method = 'upi',
): Promise<PaymentResponse> {
  const answer = await fetch(`${addressOf('razorpay')}/simulate/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderId, method, outcome: 'captured', webhook }),
  });
  if (!answer.ok) throw new Error(`simulate/pay: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as PaymentResponse;
}

/** Proves a payment, as the page does after Razorpay Checkout. */
export const verify = (
  person: Person,
  payment: PaymentResponse,
  totalAmount: number,
): Promise<CallResponse<'POST /payments/verify'>> =>
  mustCall('POST /payments/verify', { body: { ...payment, billing, totalAmount, cart: [] } }, person.token);

/** Somebody's orders, newest first. */
export const ordersOf = (person: Person): Promise<CallResponse<'GET /orders/{userId}'>> =>
  mustCall('GET /orders/{userId}', { params: { userId: person.id } }, person.token);
