import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { categories } from '@rangavalli/contracts/entities/product';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

const perCategory = <T,>(value: T) =>
  Object.fromEntries(categories.map((name) => [name, value])) as Record<(typeof categories)[number], T>;
const settings: DeliverySettings = {
  shopPincode: '500092',
  cutoffHour: 14,
  handlingDays: perCategory(2),
  weightGrams: perCategory(900),
  zones: [
    {
      name: 'Hyderabad',
      states: [],
      pinPrefixes: ['500'],
      days: { from: 1, to: 2 },
      cod: true,
      shipping: { charge: 0 },
    },
    {
      name: 'South',
      states: ['29', '33'],
      pinPrefixes: [],
      days: { from: 3, to: 5 },
      cod: false,
      shipping: { charge: 80, freeFrom: 999, perExtraKg: 40 },
    },
  ],
  holidays: [{ date: '2027-01-26', name: 'Republic Day' }],
  festivals: [],
};
const shop = () =>
  fakeApi({
    'GET /delivery/settings': { success: true, settings, revision: 3 },
    'PUT /delivery/settings': { success: true, message: 'Delivery settings saved.', settings, revision: 4 },
    'GET /delivery/pins': { success: true, pins: [{ pincode: '744101', isServed: false }], total: 1 },
    'PUT /delivery/pins/{pincode}': { success: true, message: 'PIN code 560001 saved.' },
    'POST /delivery/pins/import': errorResponse(400, 'CSV_INVALID', 'Nothing was imported.', {
      rows: [{ row: 3, message: '999999 is not a PIN code in India.' }],
      invalid: 5,
    }),
    'GET /delivery/waitlist': {
      success: true,
      entries: [
        { _id: 'a'.repeat(24), pincode: '744101', email: 'meena@example.com', requestedAt: '2026-11-20T09:30:00.000Z' },
      ],
      total: 1,
    },
  });
const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saved = (api: ReturnType<typeof shop>) =>
  api.requestsTo('PUT /delivery/settings').map(({ body }) => body as { settings: DeliverySettings; revision: number });

asAdmin();

it('lists the zones and edits one, with its revision', async () => {
  const api = shop();
  visit('/admin/delivery');
  const row = (await screen.findByText('South')).closest('tr');
  expect(row?.textContent).toContain('Karnataka, Tamil Nadu');
  expect(row?.textContent).toContain('₹80, + ₹40 per extra kg, free from ₹999');
  fireEvent.click(screen.getByRole('button', { name: 'Edit South' }));
  fireEvent.click(screen.getByLabelText('Kerala'));
  enter(/^Courier days, at least/, '6');
  press('Save zone');
  expect(await screen.findByText('Enter at least the first number of days.')).toBeTruthy();
  enter(/^Courier days, at most/, '7');
  enter(/^Free from/, '');
  press('Save zone');
  await expectToast('Delivery settings saved.');
  expect(saved(api)).toEqual([
    {
      revision: 3,
      settings: {
        ...settings,
        zones: [
          settings.zones[0],
          {
            ...settings.zones[1],
            states: ['29', '33', '32'],
            days: { from: 6, to: 7 },
            shipping: { charge: 80, perExtraKg: 40 },
          },
        ],
      },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('adds a zone, and shows why the server refuses it', async () => {
  const api = shop();
  api.responses['PUT /delivery/settings'] = errorResponse(400, 'VALIDATION_FAILED', 'Please check the form.', {
    fields: { 'settings.zones': 'Two zones have the same PIN code digits: 500.' },
  });
  visit('/admin/delivery');
  fireEvent.click(await screen.findByRole('button', { name: 'Add zone' }));
  press('Save zone');
  for (const text of ['Please enter a name.', 'Select a state or enter the first digits of PIN codes.'])
    expect(screen.getByText(text)).toBeTruthy();
  enter(/^Name/, 'City');
  enter(/^First digits/, '500, 5013');
  enter(/^Courier days, at least/, '1');
  enter(/^Courier days, at most/, '1');
  press('Save zone');
  expect(await screen.findByText('Two zones have the same PIN code digits: 500.')).toBeTruthy();
  expect(saved(api)[0]?.settings.zones[2]).toMatchObject({ name: 'City', pinPrefixes: ['500', '5013'], cod: true });
});

it('edits times, holidays and festivals', async () => {
  const api = shop();
  const { unmount } = visit('/admin/delivery?view=times');
  await screen.findByLabelText(/^Handling days: saree/);
  enter(/^Handling days: saree/, '4');
  press('Save');
  await waitFor(() => expect(saved(api)[0]?.settings.handlingDays).toEqual({ ...settings.handlingDays, saree: 4 }));
  unmount();
  visit('/admin/delivery?view=calendar');
  const festivals = within(
    (await screen.findByRole('heading', { name: 'Festivals' })).closest('section') as HTMLElement,
  );
  expect(festivals.getByText(/^From 60 days before/)).toBeTruthy();
  fireEvent.change(festivals.getByLabelText(/^Name/), { target: { value: 'Sankranti' } });
  fireEvent.change(festivals.getByLabelText(/^Date/), { target: { value: '2027-01-14' } });
  fireEvent.click(festivals.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved(api)[1]?.settings.festivals).toEqual([{ date: '2027-01-14', name: 'Sankranti' }]));
  press(/^Delete Republic Day/);
  await waitFor(() => expect(saved(api)[2]?.settings.holidays).toEqual([]));
});

it('sets single PIN codes and lists the wrong rows of a file', async () => {
  const api = shop();
  visit('/admin/delivery?view=pins');
  expect((await screen.findByText('744101')).closest('tr')?.textContent).toContain('No');
  press('Add PIN code');
  enter('PIN code', '560001');
  fireEvent.click(screen.getByLabelText('You deliver to this PIN code'));
  enter(/^Courier days, at least/, '2');
  press('Save PIN code');
  expect(await screen.findByText('Enter both numbers of days, or none.')).toBeTruthy();
  enter(/^Courier days, at most/, '3');
  press('Save PIN code');
  await expectToast('PIN code 560001 saved.');
  expect(api.requestsTo('PUT /delivery/pins/{pincode}')[0]).toMatchObject({
    params: { pincode: '560001' },
    body: { isServed: true, from: 2, to: 3 },
  });
  press('Import CSV');
  const file = new File(['pincode,served\n999999,yes'], 'pins.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'text', { value: async () => 'pincode,served\n999999,yes' });
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } });
  press('Import');
  expect(await screen.findByText('Row 3: 999999 is not a PIN code in India.')).toBeTruthy();
  expect(screen.getByText('4 more rows are invalid.')).toBeTruthy();
});

it('shows who waits, to staff of the fulfilment only', async () => {
  shop();
  signInAs('fulfilment');
  const { unmount } = visit('/admin/delivery?view=waitlist');
  expect(await screen.findByText('meena@example.com')).toBeTruthy();
  unmount();
  signInAs('catalogue');
  visit('/admin/delivery');
  expect(await screen.findByText('Your role does not include this page.')).toBeTruthy();
});
