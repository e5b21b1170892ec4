import { expect, type Locator, type Page } from '@playwright/test';
import { mustCall } from '../../support/api.js';
import { abortCall, failWith, failWithoutMessage } from '../../support/network.js';
import { createProduct, getCart, registerShopper } from '../../support/people.js';
import { signIn } from '../../support/screens.js';
import { row, type Row } from './row.js';

const addButton = (page: Page): Locator => page.getByRole('button', { name: 'Add to Cart' });
const quantity = (page: Page): Locator => page.locator('output').getByText('2', { exact: true });

async function selectTwo(
  { page, admin }: Parameters<Row['trigger']>[0],
  fields: Parameters<typeof createProduct>[1] = {},
) {
  const product = await createProduct(admin, { price: 500, ...fields });
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(quantity(page)).toBeVisible();
  return product;
}

async function expectForm(page: Page): Promise<void> {
  await expect(addButton(page)).toBeEnabled();
  await expect(addButton(page)).toHaveAttribute('aria-busy', 'false');
  await expect(quantity(page)).toBeVisible();
}

const notAdded = (message: Row['message'], cause: string, fail: typeof abortCall): Row =>
  row(message, cause, { as: 'shopper' }, async (context) => {
    const { page } = context;
    await selectTwo(context);
    await fail(page, 'POST /cart/add');
    await addButton(page).click();
    return () => expectForm(page);
  });

const notLoaded = (message: Row['message'], cause: string, path: string, fail: typeof abortCall): Row =>
  row(message, `${path}: ${cause}`, { as: 'shopper' }, async ({ page }) => {
    const restore = await fail(page, 'GET /cart');
    await page.goto(path);
    return async () => {
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Your cart is empty')).toBeVisible();
      await expect(page.getByText(message)).toBeHidden();
    };
  });

/** Specification §8 "Cart and product". */
export const cartRows: Row[] = [
  ...['Add to Cart', 'Shop Now'].map((button) =>
    row('Please select a size.', `${button} without a size`, { as: 'shopper' }, async (context) => {
      const { page, shopper } = context;
      await selectTwo(context, { sizes: ['S', 'M'] });
      await page.getByRole('main').getByRole('button', { name: button }).click();
      return async () => {
        await expectForm(page);
        expect((await getCart(shopper)).items).toEqual([]);
        await page.getByRole('radio', { name: 'M' }).click();
        await expect(page.getByText('Please select a size.')).toBeHidden();
      };
    }),
  ),
  row('You must be logged in.', 'a guest adds to the cart', {}, async (context) => {
    await selectTwo(context);
    await addButton(context.page).click();
    return () => expectForm(context.page);
  }),
  row('✅ Added to cart successfully!', 'a customer adds two units', {}, async (context) => {
    const { page } = context;
    const shopper = await registerShopper();
    await signIn(page, shopper);
    const { _id } = await selectTwo(context);
    await addButton(page).click();
    return async () => {
      await expectForm(page);
      expect(await getCart(shopper)).toMatchObject({ count: 2, items: [{ product: { _id }, quantity: 2 }] });
    };
  }),
  row(
    'server message: add to cart',
    'the last units were sold while the page was open',
    { text: 'Sorry, this is out of stock.', as: 'shopper' },
    async (context) => {
      const { page, admin } = context;
      const { _id: id } = await selectTwo(context, { stock: 2 });
      await mustCall('PUT /products/update/{id}', { params: { id }, body: { stock: 0 } }, admin.token);
      await addButton(page).click();
      return () => expectForm(page);
    },
  ),
  notAdded('Something went wrong.', 'adding fails without a reason', failWithoutMessage),
  notAdded('Server error.', 'adding gets no response', abortCall),
  ...['/cart', '/checkout'].flatMap((path) => [
    notLoaded('Failed to fetch cart.', 'the server fails', path, (page, key) => failWith(page, key, 'INTERNAL')),
    notLoaded('Something went wrong while fetching cart.', 'no response', path, abortCall),
  ]),
  ...Object.entries({ '/cart': 'Browse Products', '/checkout': 'Continue Shopping' }).map(([path, link]) =>
    row('Your cart is empty', `${path} of a new customer`, { as: 'shopper' }, async ({ page }) => {
      await page.goto(path);
      return () => expect(page.getByRole('link', { name: link })).toHaveAttribute('href', '/');
    }),
  ),
];
