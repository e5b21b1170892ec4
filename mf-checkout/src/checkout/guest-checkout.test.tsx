import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { clearSession, currentSession, storeSession } from '@rangavalli/web-kit/session/session';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { addGuestLine } from '../guest-cart/guest-lines.js';
import { asCustomer, cart, field, open, opened, payButton, shop, silk } from '../testing/checkout-page.js';

asCustomer();

describe('a guest', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const verified = {
    success: true as const,
    message: 'Login successful!',
    token: 'token-of-lakshmi',
    user: {
      _id: '2'.repeat(24),
      name: 'Lakshmi Devi',
      email: 'lakshmi@example.com',
      emailVerified: true,
      hasPassword: false as const,
      role: 'user' as const,
      createdAt: '2026-01-15T09:30:00.000Z',
      orders: [],
    },
  };
  const guestShop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
    shop({
      'GET /address': { success: true, addresses: [] },
      'POST /cart/preview': { success: true, cart },
      'POST /cart/merge': { success: true, cart, notes: [] },
      'POST /users/otp': { success: true, message: 'sent', validMinutes: 10 },
      'POST /users/otp/verify': verified,
      ...changes,
    });
  async function openAsGuest() {
    act(() => clearSession());
    addGuestLine(silk, '', 2, 'add');
    await open();
    await screen.findByRole('button', { name: 'Email me a code' });
  }
  const fillContact = () => {
    type('Full name', 'Lakshmi Devi');
    type('Email', 'Lakshmi@example.com ');
    type('Phone', '+91 98480-12345');
  };
  afterEach(() => localStorage.clear());

  it('with an empty cart is led home', async () => {
    guestShop();
    act(() => clearSession());
    await open();
    expect(await screen.findByRole('link', { name: 'Continue Shopping' })).toBeTruthy();
    const logIn = screen.getByRole('link', { name: 'Log in to see the items of your account' });
    expect(logIn.getAttribute('href')).toBe('/login?next=%2Fcheckout');
    expect(screen.queryByRole('link', { name: 'My Orders' })).toBeNull();
  });

  it('confirms the email with the code and pays on the same page; nothing that was typed is lost', async () => {
    const api = guestShop();
    await openAsGuest();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    const code = await screen.findByLabelText('Code from the email');
    expect(document.activeElement).toBe(code);
    expect(api.requestsTo('POST /users/otp')[0]?.body).toEqual({ email: 'lakshmi@example.com' });
    type('Code from the email', '048 215');
    await waitFor(() => expect(currentSession()?.token).toBe('token-of-lakshmi'));
    expect(api.requestsTo('POST /users/otp/verify')[0]?.body).toMatchObject({
      email: 'lakshmi@example.com',
      code: '048215',
      name: 'Lakshmi Devi',
      phone: '9848012345',
    });
    await screen.findByText('lakshmi@example.com is confirmed.');
    expect(field('Address').value).toBe('12 Weavers Street');
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(api.requestsTo('POST /cart/merge')).toHaveLength(1);
    fireEvent.click(payButton());
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({
      billing: { fullName: 'Lakshmi Devi', email: 'lakshmi@example.com', phone: '9848012345', state: 'Telangana' },
    });
  });

  it('finds the form unchanged after a reload, and as a customer after a login', async () => {
    guestShop();
    await openAsGuest();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    type('Gift message', 'For Amma');
    cleanup();
    await open();
    expect(await screen.findByDisplayValue('12 Weavers Street')).toBeTruthy();
    expect([field('Full name').value, field('City').value]).toEqual(['Lakshmi Devi', 'Hyderabad']);
    expect(screen.getByDisplayValue('For Amma').closest('details')?.open).toBe(true);
    cleanup();
    act(() => storeSession(verified));
    await open();
    // The lookup of the PIN code.
    await act(async () => undefined);
    expect(await screen.findByDisplayValue('12 Weavers Street')).toBeTruthy();
    expect(field('Email').value).toBe('lakshmi@example.com');
    // Of another account.
    cleanup();
    act(() => signIn());
    await open();
    await screen.findByLabelText('PIN code');
    expect([field('Email').value, field('Address').value]).toEqual(['meena@example.com', '']);
  });

  it('who presses Pay first gets the code; a wrong one is explained and can be corrected', async () => {
    const api = guestShop({
      'POST /users/otp/verify': errorResponse(400, 'LOGIN_CODE_INVALID', 'This code is incorrect or has expired.'),
    });
    await openAsGuest();
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    expect(screen.getByText('Please enter your email address.')).toBeTruthy();
    fillContact();
    type('PIN code', '500092');
    type('Address', '12 Weavers Street');
    await waitFor(() => expect(field('City').value).toBe('Hyderabad'));
    fireEvent.click(payButton());
    await screen.findByLabelText('Code from the email');
    expect(screen.getByText('Confirm your email with the code to continue.')).toBeTruthy();
    expect(api.requestsTo('POST /payments/create-order')).toEqual([]);
    type('Code from the email', '000000');
    expect(await screen.findByText('This code is incorrect or has expired.')).toBeTruthy();
    type('Code from the email', '04821');
    expect(screen.queryByText('This code is incorrect or has expired.')).toBeNull();
    // Another address needs another code.
    type('Email', 'padma@example.com');
    expect(screen.getByRole('button', { name: 'Email me a code' })).toBeTruthy();
  });

  it('whose account needs more than a code is sent to the login', async () => {
    guestShop({
      'POST /users/otp/verify': errorResponse(403, 'PASSWORD_LOGIN_REQUIRED', 'Please log in with your password.'),
    });
    await openAsGuest();
    fillContact();
    fireEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    await screen.findByLabelText('Code from the email');
    type('Code from the email', '048215');
    expect(await screen.findByText(/Please log in with your password/)).toBeTruthy();
  });
});
