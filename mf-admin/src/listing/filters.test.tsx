import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, press, visitInBrowser } from '../testing/admin-area.js';

asAdmin();

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
/** As a browser does it: React has no time to finish transitions between two characters. */
function type(field: HTMLInputElement, value: string) {
  setValue?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('filters of a list', () => {
  const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  afterEach(() => {
    scope.IS_REACT_ACT_ENVIRONMENT = true;
  });

  it('keep each character of a search that is typed fast', async () => {
    fakeApi({ 'GET /orders/admin/list': { success: true, orders: [] } });
    visitInBrowser('/admin/orders');
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    scope.IS_REACT_ACT_ENVIRONMENT = false;
    type(field, 'a');
    expect(field.value).toBe('a');
    type(field, `${field.value}s`);
    expect(field.value).toBe('as');
    scope.IS_REACT_ACT_ENVIRONMENT = true;
    await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('as'));
    await waitFor(() => press('Clear filters'));
    await waitFor(() => expect(field.value).toBe(''));
    expect(location.search).toBe('');
  });

  it('keep a date that is typed', async () => {
    const counts = { captured_without_order: 0, amount_mismatch: 0, refund_pending: 0, refund_failed: 0 };
    fakeApi({ 'GET /payments/admin': { success: true, payments: [], counts } });
    visitInBrowser('/admin/payments?period=custom');
    const from = await screen.findByLabelText<HTMLInputElement>('From');
    scope.IS_REACT_ACT_ENVIRONMENT = false;
    type(from, '0002-11-30');
    expect(from.value).toBe('0002-11-30');
    type(from, '2026-11-30');
    expect(from.value).toBe('2026-11-30');
    scope.IS_REACT_ACT_ENVIRONMENT = true;
    await waitFor(() => expect(new URLSearchParams(location.search).get('from')).toBe('2026-11-30'));
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
  });
});
