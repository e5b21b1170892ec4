import { act, screen, within } from '@testing-library/react';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, asha, expectToast, signInAs, visit } from './testing/admin-area.js';

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

  it('explains the redirect of a guest and calls nothing', async () => {
    localStorage.clear();
    const api = fakeApi({});
    visit('/admin/orders');
    await expectToast('⚠️ No token found. Please login again.');
    expect(api.requestsTo('GET /orders/admin/list')).toEqual([]);
  });
});
