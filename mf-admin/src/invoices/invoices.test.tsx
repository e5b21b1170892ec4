import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit, visitInBrowser } from '../testing/admin-area.js';

asAdmin();

it('the documents and reports of a month are listed and downloaded', async () => {
  const api = fakeApi({
    'GET /invoices': {
      success: true,
      total: 1,
      invoices: [
        {
          kind: 'credit_note',
          number: 'CN/2627/000001',
          issuedAt: '2026-11-23T09:30:00.000Z',
          orderId: 'c'.repeat(24),
          orderNumber: 'RV-26-0042174',
          totalPaise: 1_260_050,
          buyerName: 'Asha Rao',
          buyerGstin: '29AAGCB7383J1Z4',
        },
      ],
    },
  });
  visit('/admin/invoices?month=2026-11');
  expect(await screen.findByText('CN/2627/000001')).toBeTruthy();
  expect(screen.getByText('Credit note')).toBeTruthy();
  expect(screen.getByText('₹12,600.50')).toBeTruthy();
  expect(screen.getByText('29AAGCB7383J1Z4')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'RV-26-0042174' }).getAttribute('href')).toBe('/admin/orders/RV-26-0042174');
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-10' } });
  await waitFor(() => expect(api.requestsTo('GET /invoices').at(-1)?.query.get('month')).toBe('2026-10'));

  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const addresses: string[] = [];
  globalThis.fetch = (async (address: string) => {
    addresses.push(address);
    return { ok: true, status: 200, blob: async () => new Blob(['PK']) };
  }) as typeof fetch;
  press('Download GSTR-1 as Excel');
  await expectToast('The file was downloaded.');
  expect(addresses).toEqual(['/api/reports/gstr1?month=2026-10&format=xlsx']);
  expect(saved).toEqual(['gstr1-2026-10.xlsx']);
});

it('a month that is not complete stays in the field and out of the address', async () => {
  fakeApi({ 'GET /invoices': { success: true, total: 0, invoices: [] } });
  visitInBrowser('/admin/invoices?month=2026-11');
  await screen.findByText('No invoices in this month.');
  const month = screen.getByLabelText<HTMLInputElement>('Month');
  fireEvent.change(month, { target: { value: '0002-11' } });
  expect(month.value).toBe('0002-11');
  expect(location.search).toBe('?month=2026-11');
});
