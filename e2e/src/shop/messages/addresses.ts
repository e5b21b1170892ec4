import { expect, type Locator, type Page } from '@playwright/test';
import type { Address } from '@rangavalli/contracts/entities/address';
import { mustCall } from '../../support/api.js';
import { abortCall, failWith } from '../../support/network.js';
import { addressForm, type Person, registerShopper } from '../../support/people.js';
import { expectFields, fillFields, findToast, signIn } from '../../support/screens.js';
import { type Fail, row, type Row } from './row.js';

const input = {
  'Full name': addressForm.fullName,
  Phone: addressForm.phone,
  Address: addressForm.addressLine,
  City: 'Nellore',
  State: 'Andhra Pradesh',
  'PIN code': '524001',
};

const getAddresses = async ({ token }: Person): Promise<Address[]> =>
  (await mustCall('GET /address', {}, token)).addresses;
const findCard = (page: Page, city: string): Locator =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: city, has: page.getByRole('button', { name: 'Edit' }) })
    .last();

/** Opens My Addresses of a new customer with addresses in these cities; the first one is the default. */
async function visit(page: Page, ...cities: string[]): Promise<{ person: Person; addresses: Address[] }> {
  const person = await registerShopper();
  const addresses: Address[] = [];
  for (const city of cities)
    addresses.push((await mustCall('POST /address', { body: { ...addressForm, city } }, person.token)).address);
  await signIn(page, person);
  await page.goto('/user/address');
  return { person, addresses };
}

async function addAddress(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Address' });
  await fillFields(dialog, input);
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  return dialog;
}

async function editAddress(page: Page): Promise<Locator> {
  await findCard(page, 'Hyderabad').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Address' });
  await fillFields(dialog, { City: 'Guntur' });
  return dialog;
}

async function deleteAddress(page: Page, city: string): Promise<void> {
  await findCard(page, city).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this address?' });
  await dialog.getByRole('button', { name: 'Delete address' }).click();
}

const deleteElsewhere = ({ token }: Person, address: Address | undefined) =>
  mustCall('DELETE /address/{id}', { params: { id: address?._id ?? '' } }, token);

async function visitWithDeleted(page: Page): Promise<void> {
  const { person, addresses } = await visit(page, 'Hyderabad', 'Warangal');
  await expect(findCard(page, 'Warangal')).toBeVisible();
  await deleteElsewhere(person, addresses[1]);
}

const notLoaded = (cause: string, fail: Fail): Row =>
  row('Failed to load addresses.', cause, { as: 'shopper', toast: true }, async ({ page }) => {
    const restore = await fail(page);
    await page.goto('/user/address');
    return async () => {
      await expect(page.getByRole('heading', { name: 'Failed to load addresses.' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('No addresses found.')).toBeVisible();
    };
  });

const notAdded = (cause: string, fail: Fail): Row =>
  row('Failed to save address.', `adding: ${cause}`, { toast: true }, async ({ page }) => {
    const restore = await fail(page);
    const { person } = await visit(page);
    const dialog = await addAddress(page);
    return async () => {
      // The dialog may cover the toast, so that it shows the message too.
      await expect(dialog.getByText('Failed to save address.')).toBeVisible();
      await expectFields(dialog, input);
      await restore();
      await dialog.getByRole('button', { name: 'Save Address' }).click();
      await expect(findToast(page, 'Address added')).toBeVisible();
      expect(await getAddresses(person)).toHaveLength(1);
    };
  });

/** My Addresses (specification §2, §4, §8). */
export const addressRows: Row[] = [
  row('No addresses found.', 'a new customer opens My Addresses', { as: 'shopper' }, async ({ page }) => {
    await page.goto('/user/address');
    return () => expect(page.getByRole('button', { name: 'Add New Address' })).toBeEnabled();
  }),
  notLoaded('the server fails', (page) => failWith(page, 'GET /address', 'INTERNAL')),
  notLoaded('no response', (page) => abortCall(page, 'GET /address')),
  notAdded('the server fails', (page) => failWith(page, 'POST /address', 'UNAVAILABLE')),
  notAdded('no response', (page) => abortCall(page, 'POST /address')),
  row('Failed to save address.', 'editing one that another tab deleted', { toast: true }, async ({ page }) => {
    const { person, addresses } = await visit(page, 'Hyderabad');
    const dialog = await editAddress(page);
    await deleteElsewhere(person, addresses[0]);
    await dialog.getByRole('button', { name: 'Update Address' }).click();
    return async () => {
      await expectFields(dialog, { City: 'Guntur' });
      await expect(dialog.getByRole('button', { name: 'Update Address' })).toBeEnabled();
    };
  }),
  row('Failed to delete address.', 'another tab deleted it', { toast: true }, async ({ page }) => {
    await visitWithDeleted(page);
    await deleteAddress(page, 'Warangal');
    return async () => {
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(findCard(page, 'Warangal').getByRole('button', { name: 'Delete' })).toBeEnabled();
    };
  }),
  row('Failed to set default address.', 'another tab deleted it', { toast: true }, async ({ page }) => {
    await visitWithDeleted(page);
    await page.getByRole('button', { name: 'Set Default' }).click();
    return async () => {
      await expect(findCard(page, 'Hyderabad')).toContainText('Default');
      await expect(page.getByRole('button', { name: 'Set Default' })).toBeEnabled();
    };
  }),
  row('Address added', 'a customer saves a new one', { toast: true }, async ({ page }) => {
    const { person } = await visit(page);
    const dialog = await addAddress(page);
    return async () => {
      await expect(dialog).toBeHidden();
      await expect(findCard(page, 'Nellore')).toBeVisible();
      expect(await getAddresses(person)).toMatchObject([{ city: 'Nellore', isDefault: true }]);
    };
  }),
  row('Address updated', 'a customer changes one', { toast: true }, async ({ page }) => {
    const { person } = await visit(page, 'Hyderabad');
    const dialog = await editAddress(page);
    await dialog.getByRole('button', { name: 'Update Address' }).click();
    return async () => {
      await expect(dialog).toBeHidden();
      await expect(findCard(page, 'Guntur')).toBeVisible();
      expect(await getAddresses(person)).toMatchObject([{ city: 'Guntur' }]);
    };
  }),
  row('Address deleted', 'a customer deletes one', { toast: true }, async ({ page }) => {
    const { person } = await visit(page, 'Hyderabad', 'Warangal');
    await deleteAddress(page, 'Warangal');
    return async () => {
      await expect(findCard(page, 'Warangal')).toBeHidden();
      expect(await getAddresses(person)).toMatchObject([{ city: 'Hyderabad' }]);
    };
  }),
  row('Default address updated', 'a customer changes the default', { toast: true }, async ({ page }) => {
    const { person } = await visit(page, 'Hyderabad', 'Warangal');
    await page.getByRole('button', { name: 'Set Default' }).click();
    return async () => {
      await expect(findCard(page, 'Warangal')).toContainText('Default');
      expect(await getAddresses(person)).toMatchObject([
        { city: 'Warangal', isDefault: true },
        { city: 'Hyderabad', isDefault: false },
      ]);
    };
  }),
];
