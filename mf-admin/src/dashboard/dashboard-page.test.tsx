import { screen, waitFor, within } from '@testing-library/react';
import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { buildOrder, buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { settings } from '../testing/shop-settings.js';
import { asAdmin, asha, press, visit } from '../testing/admin-area.js';

asAdmin();

describe('the dashboard', () => {
  const summary: SalesSummary = {
    revenue: 12_000,
    orders: 3,
    byStatus: [
      { status: 'Pending', orders: 2 },
      { status: 'Cancelled', orders: 1 },
    ],
    days: [
      { day: '2026-01-14', revenue: 0, orders: 0 },
      { day: '2026-01-15', revenue: 12_000, orders: 2 },
    ],
    bestSellers: [{ productId: 'b'.repeat(24), name: 'Ikat', units: 4, revenue: 12_000 }],
    recent: [buildOrder({ _id: 'c'.repeat(24) })],
  };

  it('shows sales as a chart and a table, with links', async () => {
    const api = fakeApi({
      'GET /orders/admin/summary': { success: true, summary },
      'GET /products/getAll': ({ query }) =>
        query.get('maxStock') === '4'
          ? { success: true, products: [buildProduct({ name: 'Nearly gone', stock: 1 })], total: 1 }
          : { success: true, products: [buildProduct({ stock: 70 })], total: 20_000 },
      'GET /users/admin/customers': { success: true, customers: [asha], total: 934 },
      'GET /search/terms': {
        success: true,
        terms: [{ text: 'gulabo saree', searches: 7, results: 0, lastDay: '2026-01-15' }],
      },
      'GET /shop/settings': {
        success: true,
        settings,
        checklist: [
          { item: 'gstin', isDone: true },
          { item: 'pan', isDone: false },
          { item: 'carePhone', isDone: false },
        ],
      },
      'GET /users/second-factor': {
        success: true,
        secondFactor: { isRequired: true, isSetUp: false, totp: false, recoveryCodesLeft: 0, passkeys: [] },
      },
    });
    visit('/admin/dashboard');
    expect(await screen.findByText('934')).toBeTruthy();
    expect(screen.getByText('20,000')).toBeTruthy();
    const limits = api.requestsTo('GET /products/getAll').map(({ query }) => Number(query.get('limit')));
    expect(limits.toSorted()).toEqual([1, 6]);
    expect(await screen.findByText(/Protect the shop/)).toBeTruthy();
    expect(await screen.findByRole('img', { name: /Revenue by day/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Pending\s*2\s*orders$/ }).getAttribute('href')).toBe(
      '/admin/orders?status=Pending',
    );
    expect(screen.getByText('4 sold, ₹12,000')).toBeTruthy();
    expect(screen.getByText('1 left')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'RV-26-0042174' }).getAttribute('href')).toBe(
      '/admin/orders/RV-26-0042174',
    );
    expect((await screen.findByText('7 searches')).previousSibling?.textContent).toBe('gulabo saree');
    expect(screen.getByRole('link', { name: 'Add synonym for gulabo saree' }).getAttribute('href')).toBe(
      '/admin/search?word=gulabo%20saree',
    );
    expect(await screen.findByText('1 of 3 done')).toBeTruthy();
    expect(screen.getByText('You can’t go live without the PAN and a customer care phone.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Enter: PAN' }).getAttribute('href')).toBe('/admin/shop?field=pan');
    press('Show table');
    expect(
      within(screen.getByRole('region', { name: 'Revenue by day' })).getByRole('rowheader', { name: '15 Jan' }),
    ).toBeTruthy();
  });

  it('shows an error and retries', async () => {
    const api = fakeApi({ 'GET /orders/admin/summary': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/dashboard');
    expect(await screen.findByText('The dashboard could not be loaded.')).toBeTruthy();
    press(/again/i);
    await waitFor(() => expect(api.requestsTo('GET /orders/admin/summary')).toHaveLength(2));
  });
});
