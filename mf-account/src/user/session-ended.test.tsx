import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { storageKeys } from '@rangavalli/contracts/browser';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { clearSession, currentSession } from '@rangavalli/web-kit/session/session';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import AccountRoutes from '../routes.js';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isShown = (element: Element) => element.isConnected && getComputedStyle(element).visibility === 'visible';

/** Opens the dialog of a new address. */
async function open() {
  fakeApi({
    'GET /address': { success: true, addresses: [] },
    'POST /address': errorResponse(401, 'UNAUTHENTICATED', 'You must be logged in.'),
  });
  window.history.pushState({}, '', '/user/address');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByText('No addresses found.');
  press('Add New Address');
  return screen.findByLabelText<HTMLInputElement>('Full name');
}
async function enterAddress() {
  const name = await open();
  fireEvent.input(name, { target: { value: 'Ravi' } });
  for (const [label, value] of [
    ['Phone', '98480 22222'],
    ['Address', '3 Lake Road'],
    ['City', 'Warangal'],
    ['State', 'Telangana'],
    ['PIN code', '506 002'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return name;
}
const logInElsewhere = (changes: object = {}) =>
  act(() => {
    localStorage.setItem(storageKeys.user, JSON.stringify({ ...customer, ...changes }));
    localStorage.setItem(storageKeys.token, 'the-next-token');
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
  });

let customer: object;
beforeAll(polyfillDialogs);
beforeEach(() => {
  act(() => signIn());
  customer = { ...currentSession()?.user };
});

it('keeps the form that was being filled in, hidden, until the same customer logs in again', async () => {
  const name = await enterAddress();
  expect(isShown(name)).toBe(true);
  name.focus();
  press('Save Address');
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
  expect(currentSession()).toBeUndefined();
  // Somebody else may be at the screen: nothing of the page is shown, also after Escape.
  act(() => void link.closest('dialog')?.dispatchEvent(new Event('close')));
  expect(isShown(screen.getByRole('link', { name: 'Log in' }))).toBe(true);
  expect([name.isConnected, isShown(name), isShown(screen.getByText('Meena'))]).toEqual([true, false, false]);
  expect(location.pathname).toBe('/user/address');

  logInElsewhere();
  expect(screen.queryByText('Your session has ended.')).toBeNull();
  expect([isShown(name), name.value]).toEqual([true, 'Ravi']);
  expect(document.activeElement).toBe(name);
});

it('shows nothing of the form to another customer', async () => {
  const name = await enterAddress();
  act(() => clearSession());
  await screen.findByText('Your session has ended.');
  logInElsewhere({ _id: 'e'.repeat(24), name: 'Lakshmi' });
  expect(screen.queryByText('Your session has ended.')).toBeNull();
  expect(name.isConnected).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Lakshmi')).toBeTruthy();
  await screen.findByText('No addresses found.');
});

it('leads to the login in this tab when the customer leaves the page or logs out', async () => {
  const expectLogin = async (name: HTMLElement) => {
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    expect([name.isConnected, location.search]).toEqual([false, '?next=%2Fuser%2Faddress']);
    cleanup();
  };
  const left = await enterAddress();
  act(() => clearSession());
  fireEvent.click(await screen.findByRole('button', { name: 'Leave this page without saving' }));
  await expectLogin(left);
  act(() => signIn());
  const loggedOut = await enterAddress();
  act(() => logOut());
  await expectLogin(loggedOut);
});

it('leads to the login in this tab when nothing was entered', async () => {
  await open();
  act(() => clearSession());
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
  expect(location.search).toBe('?next=%2Fuser%2Faddress');
});
