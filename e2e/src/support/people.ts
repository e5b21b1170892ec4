import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { StaffRole } from '@rangavalli/contracts/permissions';
import type { Product, ProductInput } from '@rangavalli/contracts/entities/product';
import { mustCall } from './api.js';
import { loginCodeFor } from './mail.js';
import { accounts, addressOf, post } from './store.js';

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

const recipient = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};
export const billing = { ...recipient, email: 'asha@example.com', address: '12 Temple Street' };
export const addressForm = { ...recipient, addressLine: '12 Temple Street', isDefault: false };

export const newAccount = () => ({
  name: 'Meera Nair',
  email: `meera-${randomUUID()}@example.com`,
  password: 'a long enough password',
});

export async function registerShopper(): Promise<Person> {
  const account = newAccount();
  await mustCall('POST /users/register', { body: account });
  return logIn(account);
}

/** Creates a customer whose email address is confirmed: emails name what they entered. */
export async function logInByCode(): Promise<Person> {
  const account = newAccount();
  const { name, email } = account;
  await mustCall('POST /users/otp', { body: { email } });
  const code = await loginCodeFor(email);
  const { token, user } = await mustCall('POST /users/otp/verify', { body: { email, code, name } });
  return { ...account, id: user._id, token };
}

/** The account `admin` of accounts.json is the owner. */
export const logInAsOwner = (): Promise<Person> => logIn({ name: 'Shop Owner', ...accounts().admin });

/** Elevates the rights of a person's session for ten minutes. */
export const stepUp = ({ token, password }: Person): Promise<CallResponse<'POST /users/step-up'>> =>
  mustCall('POST /users/step-up', { body: { password } }, token);

/** @param owner with elevated rights */
export async function registerStaff(owner: Person, role: StaffRole): Promise<Person> {
  const account = { ...newAccount(), name: `Staff ${role}` };
  await mustCall('POST /users/register', { body: account });
  const { id } = await logIn(account);
  await mustCall('PUT /users/admin/{id}/role', { params: { id }, body: { role } }, owner.token);
  return logIn(account);
}

async function logIn(account: ReturnType<typeof newAccount>): Promise<Person> {
  const { email, password } = account;
  const { token, user } = await mustCall('POST /users/login', { body: { email, password } });
  return { ...account, id: user._id, token };
}

/** Creates a product for one test, so that tests do not compete for stock. */
export async function createProduct(admin: Person, fields: Partial<ProductInput> = {}): Promise<Product> {
  const body = {
    name: `Test saree ${randomUUID().slice(0, 8)}`,
    description: 'Created by a test.',
    price: 1234.5,
    category: 'saree' as const,
    sareeType: 'pattu' as const,
    ...(fields.sizeStock ? {} : { stock: 5, sizes: [] }),
    ...fields,
  };
  return (await mustCall('POST /products/create', { body }, admin.token)).product;
}

export const getProduct = async ({ _id: id }: { _id: string }): Promise<Product> =>
  (await mustCall('GET /products/getOne/{id}', { params: { id } })).product;

export const getCart = async ({ token }: Person): Promise<CallResponse<'GET /cart'>['cart']> =>
  (await mustCall('GET /cart', {}, token)).cart;

export const addToCart = (
  { token }: Person,
  { _id: productId }: Product,
  quantity = 1,
  size = '',
): Promise<CallResponse<'POST /cart/add'>> =>
  mustCall('POST /cart/add', { body: { productId, quantity, size } }, token);

/** Creates the checkout of a cart with this total, in rupees. */
export const createCheckout = (
  { token }: Person,
  amount: number,
): Promise<CallResponse<'POST /payments/create-order'>> =>
  mustCall('POST /payments/create-order', { body: { amount, billing } }, token);

/** The result that Razorpay Checkout passes to the page. */
export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export async function pay(
  order_id: string,
  webhook: 'once' | 'twice' | 'late' | 'never' = 'once',
  method = 'upi',
): Promise<PaymentResponse> {
  const body = { order_id, method, outcome: 'captured', webhook };
  return (await (await post(`${addressOf('razorpay')}/simulate/pay`, body)).json()) as PaymentResponse;
}

export const verify = (
  { token }: Person,
  payment: PaymentResponse,
  totalAmount: number,
): Promise<CallResponse<'POST /payments/verify'>> =>
  mustCall('POST /payments/verify', { body: { ...payment, billing, totalAmount, cart: [] } }, token);

/** Adds a product to the cart, pays and verifies. @returns the placed order and its payment */
export async function buy(
  person: Person,
  product: Product,
  quantity = 1,
): Promise<{ order: CallResponse<'POST /payments/verify'>['order']; payment: PaymentResponse }> {
  const { cart } = await addToCart(person, product, quantity);
  const { order: checkout } = await createCheckout(person, cart.total);
  const payment = await pay(checkout.id);
  return { order: (await verify(person, payment, cart.total)).order, payment };
}

export const getOrders = ({ id: userId, token }: Person): Promise<CallResponse<'GET /orders/{userId}'>> =>
  mustCall('GET /orders/{userId}', { params: { userId } }, token);

/** Reads every order of the shop, a page at a time. */
export async function getAllOrders(token: string): Promise<Order[]> {
  const all: Order[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const { orders, nextCursor } = await mustCall('GET /orders/admin/list', { query: { limit: 100, cursor } }, token);
    all.push(...orders);
    cursor = nextCursor;
  }
  return all;
}
