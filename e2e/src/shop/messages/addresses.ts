import { expect, type Locator, type Page } from '@playwright/test';
import type { Address } from '@rangavalli/contracts/entities/address';
import { mustCall } from '../../support/api.js';
import { cutOff, refuse } from '../../support/network.js';
import { aShopper, type Person } from '../../support/people.js';
import { signIn, toastOf } from '../../support/screens.js';
import type { Row, Stage } from './row.js';

const form = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  pincode: '500092',
  addressLine: '12 Temple Street',
  city: 'Hyderabad',
  state: 'Telangana',
  country: 'India',
  isDefault: false,
};
const typed = {
  'Full name': form.fullName,
  Phone: form.phone,
  Address: form.addressLine,
  City: 'Nellore',
  State: 'Andhra Pradesh',
  'PIN code': '524001',
};

const addressesOf = async ({ token }: Person): Promise<Address[]> =>
  (await mustCall('GET /address', {}, token)).addresses;
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** The card of an address. */
const cardOf = (page: Page, city: string): Locator =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: city, has: page.getByRole('button', { name: 'Edit' }) })
    .last();

/** My Addresses of somebody who has some: the first, in Hyderabad, is the default. */
async function visit({ page }: Stage, cities: string[] = []): Promise<{ person: Person; addresses: Address[] }> {
  const person = await aShopper();
  const addresses: Address[] = [];
  for (const city of cities)
    addresses.push((await mustCall('POST /address', { body: { ...form, city } }, person.token)).address);
  await signIn(page, person);
  await page.goto('/user/address');
  return { person, addresses };
}

async function fillNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Address' }).click();
  const dialog = dialogOf(page, 'Add New Address');
  for (const [label, value] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  return dialog;
}

/** Another tab of the same customer deletes it. */
const deleteElsewhere = (person: Person, address: Address | undefined) =>
  mustCall('DELETE /address/{id}', { params: { id: address?._id ?? '' } }, person.token);

const notAdded = (when: string, fail: (page: Page) => Promise<() => Promise<void>>): Row => ({
  message: 'Failed to save address.',
  when: `adding: ${when}`,
  toast: true,
  play: async (stage) => {
    const { page } = stage;
    const restore = await fail(page);
    const { person } = await visit(stage);
    const dialog = await fillNew(page);
    return async () => {
      // The window may lie over the toast: the message stands in it too.
      await expect(dialog.getByText('Failed to save address.')).toBeVisible();
      for (const [label, value] of Object.entries(typed))
        await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
      await restore();
      await dialog.getByRole('button', { name: 'Save Address' }).click();
      await expect(toastOf(page, 'Address added')).toBeVisible();
      expect(await addressesOf(person)).toHaveLength(1);
    };
  },
});

const askDelete = async (page: Page, city: string): Promise<void> => {
  await cardOf(page, city).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this address?' })
    .getByRole('button', { name: 'Delete address' })
    .click();
};

/** My Addresses (specification §2, §4, §8). */
export const addressRows: Row[] = [
  {
    message: 'No addresses found.',
    when: 'somebody new looks at My Addresses',
    as: 'shopper',
    play: async ({ page }) => {
      await page.goto('/user/address');
      return () => expect(page.getByRole('button', { name: 'Add New Address' })).toBeEnabled();
    },
  },
  ...[(page: Page) => refuse(page, 'GET /address', 'INTERNAL'), (page: Page) => cutOff(page, 'GET /address')].map(
    (fail, index): Row => ({
      message: 'Failed to load addresses.',
      when: index === 0 ? 'the server fails' : 'no answer',
      as: 'shopper',
      toast: true,
      play: async ({ page }) => {
        const restore = await fail(page);
        await page.goto('/user/address');
        return async () => {
          await expect(page.getByRole('heading', { name: 'Failed to load addresses.' })).toBeVisible();
          await restore();
          await page.getByRole('button', { name: 'Try again' }).click();
          await expect(page.getByText('No addresses found.')).toBeVisible();
        };
      },
    }),
  ),
  notAdded('the server fails', (page) => refuse(page, 'POST /address', 'UNAVAILABLE')),
  notAdded('no answer', (page) => cutOff(page, 'POST /address')),
  {
    message: 'Failed to save address.',
    when: 'editing one that another tab has deleted',
    toast: true,
    play: async (stage) => {
      const { page } = stage;
      const { person, addresses } = await visit(stage, ['Hyderabad']);
      await cardOf(page, 'Hyderabad').getByRole('button', { name: 'Edit' }).click();
      const dialog = dialogOf(page, 'Edit Address');
      await dialog.getByLabel('City', { exact: true }).fill('Guntur');
      await deleteElsewhere(person, addresses[0]);
      await dialog.getByRole('button', { name: 'Update Address' }).click();
      return async () => {
        await expect(dialog.getByLabel('City', { exact: true })).toHaveValue('Guntur');
        await expect(dialog.getByRole('button', { name: 'Update Address' })).toBeEnabled();
      };
    },
  },
  {
    message: 'Failed to delete address.',
    when: 'another tab was faster',
    toast: true,
    play: async (stage) => {
      const { page } = stage;
      const { person, addresses } = await visit(stage, ['Hyderabad', 'Warangal']);
      await expect(cardOf(page, 'Warangal')).toBeVisible();
      await deleteElsewhere(person, addresses[1]);
      await askDelete(page, 'Warangal');
      return async () => {
        await expect(page.getByRole('dialog')).toBeHidden();
        await expect(cardOf(page, 'Warangal').getByRole('button', { name: 'Delete' })).toBeEnabled();
      };
    },
  },
  {
    message: 'Failed to set default address.',
    when: 'another tab has deleted it',
    toast: true,
    play: async (stage) => {
      const { page } = stage;
      const { person, addresses } = await visit(stage, ['Hyderabad', 'Warangal']);
      await expect(cardOf(page, 'Warangal')).toBeVisible();
      await deleteElsewhere(person, addresses[1]);
      await page.getByRole('button', { name: 'Set Default' }).click();
      return async () => {
        await expect(cardOf(page, 'Hyderabad')).toContainText('Default');
        await expect(page.getByRole('button', { name: 'Set Default' })).toBeEnabled();
      };
    },
  },
  {
    message: 'Address added',
    when: 'a customer saves a new one',
    toast: true,
    play: async (stage) => {
      const { person } = await visit(stage);
      const dialog = await fillNew(stage.page);
      return async () => {
        await expect(dialog).toBeHidden();
        await expect(cardOf(stage.page, 'Nellore')).toBeVisible();
        expect(await addressesOf(person)).toMatchObject([{ city: 'Nellore', isDefault: true }]);
      };
    },
  },
  {
    message: 'Address updated',
    when: 'a customer changes one',
    toast: true,
    play: async (stage) => {
      const { page } = stage;
      const { person } = await visit(stage, ['Hyderabad']);
      await cardOf(page, 'Hyderabad').getByRole('button', { name: 'Edit' }).click();
      const dialog = dialogOf(page, 'Edit Address');
      await dialog.getByLabel('City', { exact: true }).fill('Guntur');
      await dialog.getByRole('button', { name: 'Update Address' }).click();
      return async () => {
        await expect(dialog).toBeHidden();
        await expect(cardOf(page, 'Guntur')).toBeVisible();
        expect(await addressesOf(person)).toMatchObject([{ city: 'Guntur' }]);
      };
    },
  },
  {
    message: 'Address deleted',
    when: 'a customer deletes one',
    toast: true,
    play: async (stage) => {
      const { person } = await visit(stage, ['Hyderabad', 'Warangal']);
      await askDelete(stage.page, 'Warangal');
      return async () => {
        await expect(cardOf(stage.page, 'Warangal')).toBeHidden();
        expect(await addressesOf(person)).toMatchObject([{ city: 'Hyderabad' }]);
      };
    },
  },
  {
    message: 'Default address updated',
    when: 'a customer chooses another default',
    toast: true,
    play: async (stage) => {
      const { page } = stage;
      const { person } = await visit(stage, ['Hyderabad', 'Warangal']);
      await page.getByRole('button', { name: 'Set Default' }).click();
      return async () => {
        await expect(cardOf(page, 'Warangal')).toContainText('Default');
        expect(await addressesOf(person)).toMatchObject([
          { city: 'Warangal', isDefault: true },
          { city: 'Hyderabad', isDefault: false },
        ]);
      };
    },
  },
];
