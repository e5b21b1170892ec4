import { act, fireEvent, screen, within } from '@testing-library/react';
import { storageKeys } from '@rangavalli/contracts/browser';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { clearSession, storeSession } from '@rangavalli/web-kit/session/session';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, asha, expectToast, press, signInAs, visit } from './testing/admin-area.js';

asAdmin();

describe('the admin area', () => {
  const shownLinks = () =>
    within(screen.getByRole('navigation', { name: 'Admin' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  it('is shown to staff only', () => {
    storeSession({ token: 't', user: asha });
    visit('/admin/products');
    expect(screen.getByText('Only staff of the shop can open this area.')).toBeTruthy();
  });

  it.each([
    [
      'owner',
      'Dashboard, Products, Reviews, Questions, Search, Orders, Dispatch, Phone order, Returns, Reserved stock, ' +
        'Delivery, Offers, Customers, Complaints, Notifications, Payments, Cash, Gift cards, Invoices, Shop details, ' +
        'Staff, Audit log, System, Go to Home',
    ],
    ['catalogue', 'Products, Reviews, Questions, Search, Reserved stock, Shop details, Go to Home'],
    [
      'fulfilment',
      'Dashboard, Orders, Dispatch, Phone order, Returns, Reserved stock, Delivery, Shop details, Go to Home',
    ],
    [
      'support',
      'Dashboard, Orders, Dispatch, Phone order, Returns, Reserved stock, Customers, Complaints, Notifications, ' +
        'Payments, Cash, Gift cards, Shop details, Go to Home',
    ],
    [
      'accountant',
      'Dashboard, Orders, Returns, Payments, Cash, Gift cards, Invoices, Shop details, Audit log, Go to Home',
    ],
  ] as const)('shows the pages of the role %s', async (role, links) => {
    fakeApi({});
    signInAs(role);
    await act(async () => {
      visit('/admin/orders');
    });
    expect(shownLinks().join(', ')).toBe(links);
  });

  it('explains a page that the role does not include, and makes none of its calls', () => {
    const api = fakeApi({});
    signInAs('catalogue');
    visit('/admin/customers');
    expect(screen.getByRole('heading', { name: 'Your role does not include this page.' })).toBeTruthy();
    expect(screen.getByText(/Your role is Catalogue\./)).toBeTruthy();
    expect(api.requests).toEqual([]);
  });

  it('opens the first page of a role without a dashboard', async () => {
    fakeApi({ 'GET /products/getAll': { success: true, products: [], total: 0 } });
    signInAs('catalogue');
    visit('/admin/dashboard');
    expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy();
  });

  it('leads a role without its second factor to the setup', async () => {
    fakeApi({
      'GET /orders/admin/list': errorResponse(403, 'SECOND_FACTOR_SETUP_REQUIRED', 'Your role needs a second factor.'),
    });
    visit('/admin/orders');
    const link = await screen.findByRole('link', { name: 'Set up two-step verification' });
    expect(link.getAttribute('href')).toBe('/user/security');
  });

  describe('when the session ends', () => {
    const product = buildProduct({ name: 'Ikat saree' });
    const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Name/);
    const edit = async () => {
      fakeApi({
        'GET /products/getOne/{id}': { success: true, product },
        'PUT /products/update/{id}': errorResponse(401, 'UNAUTHENTICATED', 'Please log in.'),
      });
      visit(`/admin/products/edit/${product._id}`);
      const name = await nameField();
      fireEvent.input(name, { target: { value: 'Uppada silk' } });
      return name;
    };
    const signInElsewhere = (changes: object) =>
      act(() => {
        const user = {
          _id: 'f'.repeat(24),
          name: 'Shop',
          email: 'shop@example.com',
          role: 'admin',
          staffRole: 'owner',
        };
        localStorage.setItem(storageKeys.user, JSON.stringify({ ...user, ...changes }));
        localStorage.setItem(storageKeys.token, 'the-next-token');
        window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
      });

    it('keeps what was entered until the next login', async () => {
      const name = await edit();
      press('Update Product');
      const link = await screen.findByRole('link', { name: 'Log in' });
      expect(link.getAttribute('target')).toBe('_blank');
      expect(screen.getByRole('heading', { name: 'Your session has ended.' })).toBeTruthy();
      expect(name.isConnected).toBe(true);
      expect(name.value).toBe('Uppada silk');
      // Somebody else may be at the screen: nothing of the page is shown, also after Escape.
      act(() => void screen.getByRole('dialog').dispatchEvent(new Event('close')));
      expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
      expect(getComputedStyle(name).visibility).toBe('hidden');
      signInElsewhere({});
      expect(getComputedStyle(name).visibility).toBe('visible');
      expect(screen.queryByText('Your session has ended.')).toBeNull();
      expect((await nameField()).value).toBe('Uppada silk');
    });

    it('shows another account a page of its own', async () => {
      await edit();
      act(() => clearSession());
      expect(screen.getByText('Your session has ended.')).toBeTruthy();
      signInElsewhere({ _id: 'e'.repeat(24) });
      expect(screen.queryByText('Your session has ended.')).toBeNull();
      expect((await nameField()).value).toBe('Ikat saree');
    });

    it('leads to the login after a logout in this tab', async () => {
      const name = await edit();
      act(() => logOut());
      expect(name.isConnected).toBe(false);
      expect(screen.queryByText('Your session has ended.')).toBeNull();
    });
  });

  it('explains the redirect of a guest and calls nothing', async () => {
    localStorage.clear();
    const api = fakeApi({});
    visit('/admin/orders');
    await expectToast('⚠️ No token found. Please login again.');
    expect(api.requestsTo('GET /orders/admin/list')).toEqual([]);
  });
});
