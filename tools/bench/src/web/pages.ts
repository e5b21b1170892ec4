import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Page } from 'playwright-core';

export interface MeasuredPage {
  name: 'home' | 'collection' | 'product' | 'search' | 'cart';
  path: string;
  tap: string;
  act(page: Page): Promise<void>;
}

const menu = { tap: 'Menu', act: (page: Page) => page.getByRole('button', { name: 'Open menu' }).tap() };
const card = {
  tap: 'a product',
  act: (page: Page) => page.getByRole('main').getByRole('link', { name: 'Shop Now' }).first().tap(),
};
const addToCart = {
  tap: 'Add to Cart',
  act: (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().tap(),
};

/** Returns the pages; the product can be added to the cart with one tap. */
export async function measuredPages(store: string): Promise<MeasuredPage[]> {
  const response = await fetch(`${store}/api/products/getAll`);
  if (!response.ok) throw new Error(`${store}/api/products/getAll: ${response.status}`);
  const { products } = (await response.json()) as CallResponse<'GET /products/getAll'>;
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
