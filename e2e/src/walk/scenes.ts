import { randomUUID } from 'node:crypto';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { User } from '@rangavalli/contracts/entities/user';
import { mustCall } from '../support/api.js';
import {
  aProduct,
  aShopper,
  beginCheckout,
  billing,
  pay,
  putIntoCart,
  theAdmin,
  verify,
  type Person,
} from '../support/people.js';

/** A person with the record that the browser keeps beside the token. */
export type Known = Person & { user: User };

const known = async (person: Person): Promise<Known> => ({
  ...person,
  user: (await mustCall('GET /users/profile', {}, person.token)).user,
});

/** The same answer for the whole run of a worker: for what no click of the walk changes. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Somebody who has just opened an account. */
export const aNewcomer = async (): Promise<Known> => known(await aShopper());

export const admin = once(async () => known(await theAdmin()));

/** A product of the seeded shop that has everything: pictures, sizes with a chart, stock. */
export const seeded = once(async (): Promise<Product> => {
  const { products } = await mustCall('GET /products/getAll', {});
  const product = products.find(
    ({ images, sizes, stock, tags }) => images.length > 2 && sizes.includes('M') && stock > 5 && !tags.includes('walk'),
  );
  if (!product) throw new Error('the shop has no product with pictures, sizes and stock');
  return product;
});

/** A product of the walk's own, with the pictures of a seeded one. */
export async function aPiece(
  about: Partial<{ name: string; stock: number; sizes: string[]; price: number }> = {},
): Promise<Product> {
  const { images, weave, fabric, colour } = await seeded();
  const owner = await admin();
  const product = await aProduct(owner, { name: `Walk saree ${randomUUID().slice(0, 8)}`, stock: 400, ...about });
  const body = { images, tags: ['walk'], weave, fabric, colour };
  return (await mustCall('PUT /products/update/{id}', { params: { id: product._id }, body }, owner.token)).product;
}

/** Two pieces that many may have in their carts: the walk never empties the shelf. */
export const plain = once(() => aPiece());
export const sized = once(() => aPiece({ sizes: ['S', 'M', 'L'], price: 2499 }));

/** A paid order, and nothing of it in the cart any more. */
export async function anOrderOf(person: Person): Promise<Order> {
  const product = await plain();
  const { cart } = await putIntoCart(person, product, 2);
  const { order: payment } = await beginCheckout(person, cart.total);
  const { order } = await verify(person, await pay(payment.id), cart.total);
  return order;
}

/** Somebody with two addresses, the first one the default. */
export async function withAddresses(): Promise<Known> {
  const person = await aNewcomer();
  const { address: addressLine, ...rest } = billing;
  for (const line of [addressLine, '4 Lake Road, near the old post office']) {
    await mustCall('POST /address', { body: { ...rest, addressLine: line, isDefault: false } }, person.token);
  }
  return person;
}

/** Somebody who wishes for a piece with sizes and for one without. */
export async function withWishes(): Promise<Known> {
  const person = await aNewcomer();
  for (const { _id: id } of [await plain(), await sized()])
    await mustCall('PUT /wishlist/{id}', { params: { id } }, person.token);
  return person;
}

/** Somebody with two lines in the cart and an address to send them to. */
export async function withCart(): Promise<Known> {
  const person = await withAddresses();
  await putIntoCart(person, await plain(), 2);
  await putIntoCart(person, await sized(), 1, 'M');
  return person;
}

/** Somebody who has bought something. */
export async function withOrder(): Promise<{ person: Known; order: Order }> {
  const person = await aNewcomer();
  const order = await anOrderOf(person);
  return { person: await known(person), order };
}
