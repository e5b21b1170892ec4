import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DispatchOrder } from '@rangavalli/contracts/entities/dispatch';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, toasts, visit, visitInBrowser } from '../testing/admin-area.js';

asAdmin();
const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:papers';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => jest.restoreAllMocks());

const buildOrder = (index: number, facts: Partial<DispatchOrder> = {}): DispatchOrder => ({
  orderId: String(index).repeat(24),
  orderNumber: `RV-26-000000${index}`,
  dueDate: '2026-01-05',
  recipient: `Recipient ${index}`,
  city: 'Chennai',
  pincode: '600001',
  lines: [{ lineId: '1', name: 'Temple saree', size: '', quantity: 2, isPersonalised: true }],
  parcels: [],
  weightGrams: 1_800,
  isGift: false,
  ...facts,
});
const orders = [buildOrder(1, { cod: 1_299, note: 'Ring twice' }), buildOrder(2), buildOrder(3), buildOrder(4)];
const parcelOf = (index: number) => `RV-26-000000${index}-1`;
const ready = orders.slice(0, 3).map((order, index) => ({
  ...order,
  lines: [],
  parcels: [
    {
      id: parcelOf(index + 1),
      awb: `AWB-${index + 1}`,
      courier: 'own' as const,
      createdAt: '2026-01-05T06:00:00.000Z',
      units: 2,
    },
  ],
}));
const key = (name: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...options });

it('ships, prints and dispatches orders by keyboard, and shows which of them failed', async () => {
  const api = fakeApi({
    'GET /dispatch/orders': ({ query }) => ({
      success: true,
      orders: query.get('view') === 'ready' ? ready : orders,
      counts: { overdue: 4, today: 4, toShip: 4, ready: 0 },
      zones: ['South'],
      couriers: ['own'],
      total: 4,
    }),
    'POST /dispatch/ship': {
      success: true,
      message: '2 shipped, 1 failed.',
      results: [
        ...[1, 2].map((index) => ({
          id: String(index).repeat(24),
          label: `RV-26-000000${index}`,
          isDone: true,
          shipmentId: parcelOf(index),
          awb: `AWB-${index}`,
        })),
        {
          id: '3'.repeat(24),
          label: 'RV-26-0000003',
          isDone: false,
          code: 'ORDER_NOT_SHIPPABLE',
          message: 'Cancelled orders cannot be shipped.',
        },
      ],
    },
    'POST /dispatch/documents': '%PDF-1.3',
    'POST /dispatch/dispatched': {
      success: true,
      message: '2 dispatched.',
      results: [1, 2].map((index) => ({ id: parcelOf(index), label: parcelOf(index), isDone: true })),
    },
  });
  visit('/admin/dispatch');
  const table = await screen.findByRole('table', { name: 'To ship' });
  for (const text of ['Recipient 1', 'Ring twice', '₹1,299']) expect(within(table).getByText(text)).toBeTruthy();
  key('s');
  await expectToast('Select rows first, with x or the checkboxes.');
  // From the first row to the third one.
  key('j');
  key('x');
  key('j', { shiftKey: true });
  key('ArrowDown', { shiftKey: true });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Select RV-26-0000003, Recipient 3');
  expect(screen.getByText('3 selected')).toBeTruthy();
  key('a', { ctrlKey: true });
  expect(screen.getByText('4 selected')).toBeTruthy();
  key('x');
  key('j');
  key('x');
  key('k');
  key('x');
  expect(screen.getByText('3 selected')).toBeTruthy();
  key('s');
  expect(await screen.findByText('RV-26-0000003: Cancelled orders cannot be shipped.')).toBeTruthy();
  expect(api.requestsTo('POST /dispatch/ship')[0]?.body).toMatchObject({
    courier: 'own',
    orderIds: ['1', '2', '3'].map((index) => index.repeat(24)),
  });
  // The new parcels are selected on the next tab.
  await screen.findByRole('table', { name: 'Ready' });
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.getByRole('link', { name: parcelOf(1) }).getAttribute('href')).toBe('/admin/orders/RV-26-0000001');
  key('p');
  await expectToast('The papers of 2 parcels were saved as a PDF.');
  expect(saved).toEqual(['slips-and-labels.pdf']);
  key('d');
  await expectToast('2 dispatched.');
  expect(api.requestsTo('POST /dispatch/dispatched')[0]?.body).toEqual({ shipmentIds: [parcelOf(1), parcelOf(2)] });
  await waitFor(() => expect(screen.getByText('0 selected')).toBeTruthy());
});

it('shows what is collected with each parcel of an order, not the cash of the order', async () => {
  const parcel = { courier: 'own' as const, createdAt: '2026-01-05T06:00:00.000Z', units: 1 };
  const parcels = [491_667, 98_333, 0].map((codPaise, index) => ({
    ...parcel,
    id: `RV-26-0000001-${index + 1}`,
    awb: `AWB-${index + 1}`,
    codPaise,
  }));
  const stored = buildOrder(2, { cod: 1_299, parcels: [{ ...parcel, id: 'RV-26-0000002-1', awb: 'AWB-4' }] });
  fakeApi({
    'GET /dispatch/orders': { success: true, orders: [buildOrder(1, { cod: 5_900, parcels }), stored], total: 2 },
  });
  visit('/admin/dispatch?view=ready');
  const table = await screen.findByRole('table', { name: 'Ready' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-2)?.textContent),
  ).toEqual(['₹4,916.67', '₹983.33', '–', '₹1,299']);
});

it('does not return from the page that was opened while orders were shipped', async () => {
  const result = { id: '1'.repeat(24), label: 'RV-26-0000001', isDone: true, shipmentId: parcelOf(1), awb: 'AWB-1' };
  const shipped = { success: true as const, message: '1 shipped.', results: [result] };
  let finish: () => void = () => undefined;
  const response = new Promise<typeof shipped>((resolve) => (finish = () => resolve(shipped)));
  const api = fakeApi({
    'GET /dispatch/orders': { success: true, orders, total: 4 },
    'GET /orders/admin/list': { success: true, orders: [] },
    'POST /dispatch/ship': () => response,
  });
  visitInBrowser('/admin/dispatch');
  await screen.findByRole('table', { name: 'To ship' });
  key('j');
  key('x');
  key('s');
  await waitFor(() => expect(api.requestsTo('POST /dispatch/ship')).toHaveLength(1));
  fireEvent.click(screen.getByRole('link', { name: 'Orders' }));
  await screen.findByRole('heading', { name: /Orders/ });
  await act(async () => finish());
  expect(toasts).toHaveLength(1);
  expect(location.pathname).toBe('/admin/orders');
});

it('leaves keys to fields, and switches single keys off on request', async () => {
  fakeApi({ 'GET /dispatch/orders': { success: true, orders, total: 4 } });
  visit('/admin/dispatch');
  await screen.findByRole('table', { name: 'To ship' });
  fireEvent.keyDown(screen.getByLabelText('PIN code or order number'), { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
  key('?');
  fireEvent.click(within(await screen.findByRole('dialog')).getByLabelText('Use single-key shortcuts'));
  fireEvent.click(screen.getByLabelText('Close'));
  key('j');
  key('x');
  expect(screen.getByText('0 selected')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Select RV-26-0000001, Recipient 1'));
  fireEvent.click(screen.getByLabelText('Select RV-26-0000003, Recipient 3'), { shiftKey: true });
  expect(screen.getByText('3 selected')).toBeTruthy();
});
