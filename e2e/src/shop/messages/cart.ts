import { expect, type Locator, type Page } from '@playwright/test';
import { mustCall } from '../../support/api.js';
import { cutOff, failWithoutWords, refuse } from '../../support/network.js';
import { aProduct, aShopper } from '../../support/people.js';
import { signIn } from '../../support/screens.js';
import type { Row, Stage } from './row.js';

const addButton = (page: Page): Locator => page.getByRole('button', { name: 'Add to Cart' });
const increase = (page: Page): Locator => page.getByRole('button', { name: 'One more' });
const quantityOn = (page: Page): Locator => page.locator('output').getByText('2', { exact: true });

/** Opens a product's page with two pieces wanted. */
async function wantTwo({ page, cast }: Stage, about: Parameters<typeof aProduct>[1] = {}) {
  const product = await aProduct(cast.admin, { price: 500, ...about });
  await page.goto(`/product/${product._id}`);
  await increase(page).click();
  await expect(quantityOn(page)).toBeVisible();
  return product;
}

/** The form is as it was: two pieces, and the button takes a click again. */
async function formStays(page: Page): Promise<void> {
  await expect(addButton(page)).toBeEnabled();
  await expect(addButton(page)).toHaveAttribute('aria-busy', 'false');
  await expect(quantityOn(page)).toBeVisible();
}

const failedAddition = (stage: Stage, fail: (page: Page) => Promise<unknown>) => async () => {
  await wantTwo(stage);
  await fail(stage.page);
  await addButton(stage.page).click();
  return () => formStays(stage.page);
};

const unreadCart = (message: Row['message'], when: string, path: string, fail: typeof cutOff): Row => ({
  message,
  when: `${path}: ${when}`,
  as: 'shopper',
  play: async ({ page }) => {
    const restore = await fail(page, 'GET /cart');
    await page.goto(path);
    return async () => {
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Your cart is empty')).toBeVisible();
      await expect(page.getByText(message)).toBeHidden();
    };
  },
});
const refusedCart: typeof cutOff = (page, key) => refuse(page, key, 'INTERNAL');

/** Specification §8 "Cart and product". */
export const cartRows: Row[] = [
  ...(['Add to Cart', 'Shop Now'] as const).map((button): Row => ({
    message: 'Please select a size.',
    when: `${button} without a size`,
    as: 'shopper',
    play: async (stage) => {
      const { page, cast } = stage;
      await wantTwo(stage, { sizes: ['S', 'M'] });
      await page.getByRole('main').getByRole('button', { name: button }).click();
      return async () => {
        await formStays(page);
        expect((await mustCall('GET /cart', {}, cast.shopper.token)).cart.items).toEqual([]);
        await page.getByRole('radio', { name: 'M' }).click();
        await expect(page.getByText('Please select a size.')).toBeHidden();
      };
    },
  })),
  {
    message: 'You must be logged in.',
    when: 'a guest adds to the cart',
    play: async (stage) => {
      await wantTwo(stage);
      await addButton(stage.page).click();
      return () => formStays(stage.page);
    },
  },
  {
    message: '✅ Added to cart successfully!',
    when: 'a customer adds two pieces',
    play: async (stage) => {
      const shopper = await aShopper();
      await signIn(stage.page, shopper);
      const product = await wantTwo(stage);
      await addButton(stage.page).click();
      return async () => {
        await formStays(stage.page);
        expect((await mustCall('GET /cart', {}, shopper.token)).cart).toMatchObject({
          count: 2,
          items: [{ product: { _id: product._id }, quantity: 2 }],
        });
      };
    },
  },
  {
    message: 'server message: add to cart',
    when: 'the last pieces were sold while the page was open',
    reads: 'Sorry, this is out of stock.',
    as: 'shopper',
    play: async (stage) => {
      const product = await wantTwo(stage, { stock: 2 });
      await mustCall(
        'PUT /products/update/{id}',
        { params: { id: product._id }, body: { stock: 0 } },
        stage.cast.admin.token,
      );
      await addButton(stage.page).click();
      return () => formStays(stage.page);
    },
  },
  {
    message: 'Something went wrong.',
    when: 'adding fails and the server gives no reason',
    as: 'shopper',
    play: (stage) => failedAddition(stage, (page) => failWithoutWords(page, 'POST /cart/add'))(),
  },
  {
    message: 'Server error.',
    when: 'adding gets no answer',
    as: 'shopper',
    play: (stage) => failedAddition(stage, (page) => cutOff(page, 'POST /cart/add'))(),
  },
  unreadCart('Failed to fetch cart.', 'the server refuses', '/cart', refusedCart),
  unreadCart('Failed to fetch cart.', 'the server refuses', '/checkout', refusedCart),
  unreadCart('Something went wrong while fetching cart.', 'no answer', '/cart', cutOff),
  unreadCart('Something went wrong while fetching cart.', 'no answer', '/checkout', cutOff),
  ...Object.entries({ '/cart': 'Browse Products', '/checkout': 'Continue Shopping' }).map(([path, link]): Row => ({
    message: 'Your cart is empty',
    when: `${path} of somebody new`,
    as: 'shopper',
    play: async ({ page }) => {
      await page.goto(path);
      return () => expect(page.getByRole('link', { name: link })).toHaveAttribute('href', '/');
    },
  })),
];
