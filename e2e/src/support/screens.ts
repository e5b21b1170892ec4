import { AxeBuilder } from '@axe-core/playwright';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { storageKeys } from '@rangavalli/contracts/browser';
import { isStaff, type Role } from '@rangavalli/contracts/permissions';
import { billing, type Person } from './people.js';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function findViolations(page: Page): Promise<string[]> {
  // Legacy mode needs no second tab: outside of payments, pages have no cross-origin frames.
  // Results of passed rules would take half of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: AXE_TAGS }, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}

/** Collects console errors except the expected ones. @returns an assertion that there were none */
export function watchConsole(page: Page, expected: RegExp[] = []): () => void {
  const errors: string[] = [];
  const record = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
  };
  page.on(
    'console',
    (message) => message.type() === 'error' && record(`${message.text()} (${message.location().url})`),
  );
  page.on('pageerror', (error) => record(String(error)));
  return () => expect(errors).toEqual([]);
}

/** The state is a text field in remotes before this release (`npm run skew`), and for other countries. */
export async function fillFields(form: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label, { exact: true });
    if (await field.evaluate(({ tagName }) => tagName === 'SELECT')) await field.selectOption(value);
    else await field.fill(value);
  }
}

export async function expectFields(form: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(value);
}

export async function fillBilling(page: Page): Promise<void> {
  await fillFields(page.getByRole('main'), {
    'Full name': billing.fullName,
    Email: billing.email,
    Phone: billing.phone,
    'PIN code': billing.pincode,
    Address: billing.address,
    City: billing.city,
    State: billing.state,
  });
}

export const paymentWindow = (page: Page): FrameLocator => page.frameLocator('iframe[title="Razorpay Checkout"]');

export async function logInByForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const form = page.getByRole('main');
  await fillFields(form, { Email: email, Password: password });
  await form.getByRole('button', { name: 'Login' }).click();
}

export async function registerByForm(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await page.goto('/register');
  const form = page.getByRole('main');
  await fillFields(form, { Name: name, Email: email, Password: password });
  await form.getByRole('button', { name: 'Register' }).click();
}

/** The record that a login stores; staff has the documented role `admin`. */
export const storedUser = ({ id, name, email }: Person, role: Role = 'user') => ({
  _id: id,
  name,
  email,
  ...(isStaff(role) ? { role: 'admin', staffRole: role } : { role }),
});

/** Stores a session before the page opens; `user: null` stores the token alone. */
export async function signIn(page: Page, person: Person, user: object | null = storedUser(person)): Promise<void> {
  const stored = {
    [storageKeys.token]: person.token,
    ...(user && { [storageKeys.user]: JSON.stringify(user) }),
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}

export const findToast = (page: Page, message: string): Locator =>
  page
    .locator('[role=status], [role=alert]')
    .filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    .getByText(message, { exact: true });

/** Waits until React has hydrated an element of a server-rendered page. */
export const waitForHydration = (element: Locator): Promise<void> =>
  expect.poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react')))).toBe(true);

/** 1.6 Mbps with 150 ms of latency, and a quarter of this machine's speed. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
