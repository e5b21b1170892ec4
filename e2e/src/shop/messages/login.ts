import { expect, type Page } from '@playwright/test';
import type { CallKey } from '@rangavalli/contracts/calls';
import { call, mustCall } from '../../support/api.js';
import { cutOff, failWithoutWords } from '../../support/network.js';
import { newcomer } from '../../support/people.js';
import { logInByForm, toastOf } from '../../support/screens.js';
import type { Row } from './row.js';

type Somebody = ReturnType<typeof newcomer>;

async function register(page: Page, { name, email, password }: Somebody): Promise<void> {
  await page.goto('/register');
  const form = page.getByRole('main');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Register' }).click();
}

/** The form is as it was, with all that was typed, and may be sent again. */
async function formStays(
  page: Page,
  path: string,
  { email, password }: Pick<Somebody, 'email' | 'password'>,
): Promise<void> {
  const form = page.getByRole('main');
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(form.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue(password);
  await expect(form.getByRole('button', { name: /^(Login|Register)$/ })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
}

const failed = (
  message: Row['message'],
  when: string,
  path: '/login' | '/register',
  fail: (page: Page, key: CallKey) => Promise<unknown>,
): Row => ({
  message,
  when: `${path}: ${when}`,
  play: async ({ page }) => {
    const person = newcomer();
    await fail(page, `POST /users${path}`);
    if (path === '/register') await register(page, person);
    else {
      await page.goto(path);
      await logInByForm(page, person);
    }
    return () => formStays(page, path, person);
  },
});

/** Specification §8 "Login" and "Register". */
export const loginRows: Row[] = [
  {
    message: 'Login successful!',
    when: 'a customer logs in',
    toast: true,
    play: async ({ page, cast }) => {
      await page.goto('/login');
      await logInByForm(page, cast.shopper);
      return () => expect(page).toHaveURL(/\/user\/dashboard$/);
    },
  },
  {
    message: 'server message: login',
    when: 'the password is wrong',
    reads: 'Incorrect email or password.',
    play: async ({ page, cast }) => {
      const typed = { email: cast.shopper.email, password: 'not my password' };
      await page.goto('/login');
      await logInByForm(page, typed);
      return () => formStays(page, '/login', typed);
    },
  },
  failed('Login failed', 'the server refuses without a reason', '/login', failWithoutWords),
  failed('Something went wrong', 'no answer', '/login', cutOff),
  {
    message: 'server message: register',
    when: 'the account is opened',
    reads: 'Registration successful!',
    play: async ({ page }) => {
      const person = newcomer();
      await register(page, person);
      return async () => {
        await expect(page).toHaveURL(/\/login$/);
        await mustCall('POST /users/login', { body: person });
      };
    },
  },
  {
    message: 'server message: register',
    when: 'the e-mail is taken',
    reads: 'An account with this email already exists.',
    play: async ({ page, cast }) => {
      const typed = { ...newcomer(), email: cast.shopper.email, password: 'another long password' };
      await register(page, typed);
      return async () => {
        await formStays(page, '/register', typed);
        expect(
          await call('POST /users/login', { body: { email: typed.email, password: typed.password } }),
        ).toMatchObject({ status: 401 });
        await expect(toastOf(page, 'Login successful!')).toBeHidden();
      };
    },
  },
  failed('Something went wrong', 'the server refuses without a reason', '/register', failWithoutWords),
  failed('Something went wrong', 'no answer', '/register', cutOff),
];
