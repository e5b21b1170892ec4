import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { storageKeys } from '@rangavalli/contracts/browser';
import type { Role } from '@rangavalli/contracts/entities/user';
import { billing, type Person } from './people.js';

/** Fails a test afterwards if the browser's console had an error. Answers that a test provokes on purpose are passed over. */
export function watchConsole(page: Page, expected: RegExp[] = []): () => void {
  const errors: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(`${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => note(String(error)));
  return () => expect(errors).toEqual([]);
}

/** Fills in the billing form, whatever it held before. */
export async function fillBilling(page: Page): Promise<void> {
  const labels = {
    'Full name': billing.fullName,
    Email: billing.email,
    Phone: billing.phone,
    Address: billing.address,
    City: billing.city,
    State: billing.state,
    'PIN code': billing.pincode,
  };
  const form = page.getByRole('main');
  for (const [label, value] of Object.entries(labels)) await form.getByLabel(label, { exact: true }).fill(value);
}

/** The payment window that Razorpay Checkout opens over the page. */
export const paymentWindow = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/checkout"]');

/** Logs in by the form. */
export async function logInByForm(page: Page, person: { email: string; password: string }): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Email', { exact: true }).fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Login' }).click();
}

/** What login keeps of somebody in the browser. */
export const recordOf = ({ id, name, email }: Person, role: Role = 'user') => ({ _id: id, name, email, role });

/** Somebody is logged in already when the page opens. `record`: what is stored of them beside the token, if anything. */
export async function signIn(page: Page, person: Person, record: object | null = recordOf(person)): Promise<void> {
  const stored = {
    [storageKeys.token]: person.token,
    ...(record ? { [storageKeys.user]: JSON.stringify(record) } : {}),
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}

/** A message at the edge of the page. */
export const toastOf = (page: Page, message: string): Locator =>
  page
    .locator('[role=status], [role=alert]')
    .filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    .getByText(message, { exact: true });
