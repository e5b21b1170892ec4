import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../routes.js';

function open(address: string) {
  window.history.pushState({}, '', address);
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fillNew = () => {
  fill('New password', 'another horse 8');
  fill('New password again', 'another horse 8');
};

beforeEach(() => localStorage.clear());

it('the login leads to the letter, and the letter is asked for', async () => {
  const api = fakeApi({ 'POST /users/password/forgot': { success: true, message: 'A letter is on its way.' } });
  open('/login');
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
  fill('Email', 'meena@example.com');
  press('Send the link');
  expect((await screen.findByRole('status')).textContent).toContain('A letter is on its way.');
  expect(api.requestsTo('POST /users/password/forgot')[0]?.body).toEqual({ email: 'meena@example.com' });
});

it("the letter's link sets a new password and leads to the login", async () => {
  const api = fakeApi({ 'POST /users/password/reset': { success: true, message: 'Your new password is set.' } });
  open('/reset-password#token=abc.def');
  fillNew();
  press('Set password');
  expect((await screen.findByRole('status')).textContent).toBe('Your new password is set.');
  expect(api.requestsTo('POST /users/password/reset')[0]?.body).toEqual({
    token: 'abc.def',
    password: 'another horse 8',
  });
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});

it('a link that has been used says so and leads to a new one', async () => {
  fakeApi({
    'POST /users/password/reset': errorResponse(
      400,
      'RESET_TOKEN_INVALID',
      'This link has already been used or has expired. Please request a new one.',
    ),
  });
  open('/reset-password#token=abc.def');
  fillNew();
  press('Set password');
  expect((await screen.findByRole('alert')).textContent).toContain('has been used or is too old');
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
});

it('a link without its token leads to a new one', () => {
  open('/reset-password');
  expect(screen.getByRole('alert').textContent).toContain('This link is not complete.');
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
});
