import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { User } from '@rangavalli/contracts/entities/user';
import { call, mustCall } from '../support/api.js';
import {
  addressForm,
  addToCart,
  buy,
  createCheckout,
  createProduct,
  logInAsOwner,
  type Person,
  registerShopper,
} from '../support/people.js';

export type Visitor = Person & { user: User };

const withUser = async (person: Person): Promise<Visitor> => ({
  ...person,
  user: (await mustCall('GET /users/profile', {}, person.token)).user,
});

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => (created ??= create());
}

export const createShopper = async (): Promise<Visitor> => withUser(await registerShopper());

const ADMIN_REUSE_MS = 300_000;
let loggedIn: { at: number; person: Promise<Visitor> } | undefined;

/** Logged in again now and then, since the whole walk outlasts a token, and after a click on “Log out”. */
export async function admin(): Promise<Visitor> {
  if (!loggedIn || Date.now() - loggedIn.at > ADMIN_REUSE_MS || !(await isLoggedIn(await loggedIn.person)))
    loggedIn = { at: Date.now(), person: logInAsOwner().then(withUser) };
  return loggedIn.person;
}

const isLoggedIn = async ({ token }: Person): Promise<boolean> =>
  (await call('GET /users/profile', {}, token)).status === 200;

export const seededProduct = once(async (): Promise<Product> => {
  const { products } = await mustCall('GET /products/getAll', {});
  const product = products.find(
    ({ images, sizes, stock, tags }) => images.length > 2 && sizes.includes('M') && stock > 5 && !tags.includes('walk'),
  );
  if (!product) throw new Error('the shop has no product with pictures, sizes and stock');
  return product;
});

export async function createWalkProduct(
  fields: Partial<{ stock: number; sizes: string[]; price: number }> = {},
): Promise<Product> {
  const { images, weave, fabric, colour } = await seededProduct();
  const { token } = await admin();
  const name = `Walk saree ${randomUUID().slice(0, 8)}`;
  const { _id: id } = await createProduct(await admin(), { name, stock: 400, ...fields });
  const body = { images, tags: ['walk'], weave, fabric, colour };
  return (await mustCall('PUT /products/update/{id}', { params: { id }, body }, token)).product;
}

/** Products for any number of carts: the walk never sells out their stock. */
export const sharedProduct = once(() => createWalkProduct());
const sizedProduct = once(() => createWalkProduct({ sizes: ['S', 'M', 'L'], price: 2499 }));

export async function createShopperWithAddresses(): Promise<Visitor> {
  const person = await createShopper();
  for (const addressLine of [addressForm.addressLine, '4 Lake Road, near the old post office'])
    await mustCall('POST /address', { body: { ...addressForm, addressLine } }, person.token);
  return person;
}

export async function createShopperWithWishlist(): Promise<Visitor> {
  const person = await createShopper();
  for (const { _id: id } of [await sharedProduct(), await sizedProduct()])
    await mustCall('PUT /wishlist/{id}', { params: { id } }, person.token);
  return person;
}

export async function createShopperWithCart(): Promise<Visitor> {
  const person = await createShopperWithAddresses();
  await addToCart(person, await sharedProduct(), 2);
  await addToCart(person, await sizedProduct(), 1, 'M');
  return person;
}

/** A checkout that was not paid, so that its items are reserved. */
export async function createShopperWithCheckout(): Promise<{ checkout: CallResponse<'POST /payments/create-order'> }> {
  const person = await registerShopper();
  const { cart } = await addToCart(person, await sharedProduct(), 2);
  return { checkout: await createCheckout(person, cart.total) };
}

export async function createShopperWithOrder(): Promise<{ person: Visitor; order: Order }> {
  const person = await registerShopper();
  const { order } = await buy(person, await sharedProduct(), 2);
  return { person: await withUser(person), order };
}
