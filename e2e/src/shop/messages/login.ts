import { expect, type Page } from '@playwright/test';
import { call, mustCall } from '../../support/api.js';
import { abortCall, failWithoutMessage } from '../../support/network.js';
import { newAccount } from '../../support/people.js';
import { expectFields, findToast, logInByForm, registerByForm } from '../../support/screens.js';
import { row, type Row } from './row.js';

async function expectForm(
  page: Page,
  path: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.getByRole('main');
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expectFields(form, { Email: email, Password: password });
  await expect(form.getByRole('button', { name: /^(Login|Register)$/ })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
}

const failed = (message: Row['message'], cause: string, path: '/login' | '/register', fail: typeof abortCall): Row =>
  row(message, `${path}: ${cause}`, {}, async ({ page }) => {
    const account = newAccount();
    await fail(page, `POST /users${path}`);
    if (path === '/register') await registerByForm(page, account);
    else {
      await page.goto(path);
      await logInByForm(page, account);
    }
    return () => expectForm(page, path, account);
  });

/** Specification §8 "Login" and "Register". */
export const loginRows: Row[] = [
  row('Login successful!', 'a customer logs in', { toast: true }, async ({ page, shopper }) => {
    await page.goto('/login');
    await logInByForm(page, shopper);
    return () => expect(page).toHaveURL(/\/user\/dashboard$/);
  }),
  row(
    'server message: login',
    'the password is wrong',
    { text: 'Incorrect email or password.' },
    async ({ page, shopper: { email } }) => {
      const input = { email, password: 'not my password' };
      await page.goto('/login');
      await logInByForm(page, input);
      return () => expectForm(page, '/login', input);
    },
  ),
  failed('Login failed', 'the server fails without a reason', '/login', failWithoutMessage),
  failed('Something went wrong', 'no response', '/login', abortCall),
  row('server message: register', 'the account is created', { text: 'Registration successful!' }, async ({ page }) => {
    const account = newAccount();
    await registerByForm(page, account);
    return async () => {
      await expect(page).toHaveURL(/\/login$/);
      await mustCall('POST /users/login', { body: account });
    };
  }),
  row(
    'server message: register',
    'the email is taken',
    { text: 'An account with this email already exists.' },
    async ({ page, shopper: { email } }) => {
      const password = 'another long password';
      const input = { ...newAccount(), email, password };
      await registerByForm(page, input);
      return async () => {
        await expectForm(page, '/register', input);
        expect(await call('POST /users/login', { body: { email, password } })).toMatchObject({ status: 401 });
        await expect(findToast(page, 'Login successful!')).toBeHidden();
      };
    },
  ),
  failed('Something went wrong', 'the server fails without a reason', '/register', failWithoutMessage),
  failed('Something went wrong', 'no response', '/register', abortCall),
];
