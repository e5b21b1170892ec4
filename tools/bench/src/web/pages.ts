import type { Page } from 'playwright-core';

/** A page that is measured, and the first thing that somebody touches there. */
export interface MeasuredPage {
  name: 'home' | 'collection' | 'product' | 'search' | 'cart';
  path: string;
  /** What is touched, said for the table. */
  tap: string;
  touch(page: Page): Promise<void>;
}

const menu = { tap: 'Menu', touch: (page: Page) => page.getByRole('button', { name: 'Open menu' }).tap() };
const card = {
  tap: 'a product',
  touch: (page: Page) => page.getByRole('main').getByRole('link', { name: 'Shop Now' }).first().tap(),
};
/** The page scrolls to the button first, as a thumb does; only the touch itself is measured. */
const addToCart = {
  tap: 'Add to Cart',
  touch: (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().tap(),
};

interface Found {
  products: { _id: string; stock: number; sizes: string[]; images: unknown[] }[];
}

/** The pages, with a product of the store's that can be put into the cart by one touch. */
export async function measuredPages(store: string): Promise<MeasuredPage[]> {
  const answer = await fetch(`${store}/api/products/getAll`);
  if (!answer.ok) throw new Error(`${store}/api/products/getAll: ${answer.status}`);
  const { products } = (await answer.json()) as Found;
  const product = products.find(({ stock, sizes, images }) => stock > 0 && sizes.length === 0 && images.length > 0);
  if (!product) throw new Error('The store has no product in stock with pictures and without sizes.');
  return [
    { name: 'home', path: '/', ...menu },
    { name: 'collection', path: '/pattu-saree', ...card },
    { name: 'product', path: `/product/${product._id}`, ...addToCart },
    { name: 'search', path: '/search?q=silk', ...card },
    { name: 'cart', path: '/cart', ...menu },
  ];
}
