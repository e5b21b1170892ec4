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
  fill('Confirm new password', 'another horse 8');
};

beforeEach(() => localStorage.clear());

it('requests the reset email from the login page', async () => {
  const api = fakeApi({ 'POST /users/password/forgot': { success: true, message: 'An email is on its way.' } });
  open('/login');
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
  fill('Email', 'meena@example.com');
  press('Send link');
  expect((await screen.findByRole('status')).textContent).toContain('An email is on its way.');
  expect(api.requestsTo('POST /users/password/forgot')[0]?.body).toEqual({ email: 'meena@example.com' });
});

it('sets a new password by the emailed link and links to the login', async () => {
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

it('offers a new link when the link has been used', async () => {
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
  expect((await screen.findByRole('alert')).textContent).toContain('has already been used');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});

it('offers a new link when the token is missing', () => {
  open('/reset-password');
  expect(screen.getByRole('alert').textContent).toContain('This link is incomplete.');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});
