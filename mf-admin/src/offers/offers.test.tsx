import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Offer } from '@rangavalli/contracts/entities/offer';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

const coupon: Offer = {
  _id: 'a'.repeat(24),
  kind: 'percent',
  value: 10,
  code: 'UGADI10',
  title: 'Ugadi offer',
  minSubtotal: 2_000,
  maxUses: 100,
  startsAt: '2026-01-15T09:30:00.000Z',
  endsAt: '2026-02-15T09:30:00.000Z',
  categories: ['saree'],
  tags: ['pattu'],
  firstOrderOnly: false,
  groups: ['d'.repeat(24)],
  methods: ['online'],
  isStackable: true,
  isAutomatic: false,
  isAdvertised: true,
  uses: 7,
  state: 'running',
  createdAt: '2026-01-10T09:30:00.000Z',
  updatedAt: '2026-01-10T09:30:00.000Z',
};
const bundle: Offer = {
  ...coupon,
  _id: 'b'.repeat(24),
  kind: 'buy_x_get_y',
  value: 100,
  buy: 2,
  get: 1,
  code: undefined,
  title: 'Buy 2, get 1 free',
  // Whole days in IST.
  startsAt: '2026-01-14T18:30:00.000Z',
  endsAt: '2026-02-15T18:30:00.000Z',
  minSubtotal: undefined,
  maxUses: undefined,
  isAutomatic: true,
  uses: 0,
  state: 'ended',
};
const saved = { success: true as const, message: 'Offer created.', offer: coupon };
const shop = () =>
  fakeApi({
    'GET /offers': { success: true, offers: [coupon, bundle], total: 2 },
    'GET /users/admin/groups': {
      success: true,
      groups: [{ _id: 'd'.repeat(24), name: 'Silk Club', customers: 12, createdAt: coupon.createdAt }],
    },
    'POST /offers': saved,
    'PUT /offers/{id}': { ...saved, message: 'Offer updated.' },
    'POST /offers/{id}/end': { ...saved, message: 'Offer ended.' },
    'POST /offers/preview': {
      success: true,
      preview: {
        total: 3,
        products: [{ productId: 'c'.repeat(24), name: 'Gadwal saree', price: 4_999, offerPrice: 4_499.1, units: 1 }],
      },
    },
  });
const enter = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

asAdmin();

it('lists offers, and edits one with all its terms', async () => {
  const api = shop();
  visit('/admin/offers');
  const row = (await screen.findByRole('rowheader', { name: 'Ugadi offer' })).closest('tr');
  for (const text of ['UGADI10', '10% off on orders from ₹2,000', '7 of 100', '15 Jan 2026, 3:00 pm', 'Running'])
    expect(row?.textContent).toContain(text);
  const automatic = screen.getByRole('rowheader', { name: 'Buy 2, get 1 free' }).closest('tr');
  for (const text of ['Automatic', '15 Jan 2026 to 15 Feb 2026']) expect(automatic?.textContent).toContain(text);
  expect(screen.queryByRole('button', { name: 'End now: Buy 2, get 1 free' })).toBeNull();
  press('Edit Ugadi offer');
  enter(/^Reduction/, '15');
  press('Save offer');
  await expectToast('Offer updated.');
  const { _id, uses: _uses, state: _state, createdAt: _createdAt, ...terms } = coupon;
  expect(api.requestsTo('PUT /offers/{id}')[0]).toMatchObject({ params: { id: _id }, body: { ...terms, value: 15 } });
});

it('previews and adds an offer, with errors beside their fields', async () => {
  const api = shop();
  api.responses['POST /offers'] = errorResponse(409, 'OFFER_CODE_TAKEN', 'Another offer has this code.');
  visit('/admin/offers');
  fireEvent.click(await screen.findByRole('button', { name: 'Add offer' }));
  press('Save offer');
  expect(await screen.findByText('Enter a percentage above 0, at most 100.')).toBeTruthy();
  enter(/^Code/, 'ugadi10');
  enter(/^Reduction/, '10');
  fireEvent.click(screen.getByLabelText('saree'));
  fireEvent.click(await screen.findByLabelText('Silk Club (12)'));
  fireEvent.click(screen.getByLabelText('Online'));
  enter(/^Tags/, 'pattu, Ugadi,, pattu');
  press('Preview products');
  expect(await screen.findByRole('rowheader', { name: 'Gadwal saree' })).toBeTruthy();
  expect(screen.getByText('₹4,499.10')).toBeTruthy();
  expect(api.requestsTo('POST /offers')).toEqual([]);
  press('Save offer');
  expect(await screen.findByText('Another offer has this code.')).toBeTruthy();
  expect(screen.getByLabelText(/^Code/).getAttribute('aria-invalid')).toBe('true');
  api.responses['POST /offers'] = errorResponse(400, 'VALIDATION_FAILED', 'Please check your entries.', {
    fields: { endsAt: 'Choose an end that is after the start and in the future.' },
  });
  press('Save offer');
  expect(await screen.findByText('Choose an end that is after the start and in the future.')).toBeTruthy();
  api.responses['POST /offers'] = saved;
  press('Save offer');
  await expectToast('Offer created.');
  expect(api.requestsTo('POST /offers').at(-1)?.body).toEqual({
    kind: 'percent',
    value: 10,
    code: 'UGADI10',
    categories: ['saree'],
    tags: ['pattu', 'Ugadi'],
    groups: ['d'.repeat(24)],
    methods: ['online'],
    firstOrderOnly: false,
    isStackable: false,
    isAutomatic: false,
    isAdvertised: false,
  });
  await waitFor(() => expect(api.requestsTo('GET /offers')).toHaveLength(2));
});

it('keeps what was entered when somebody else has changed the offer', async () => {
  const api = shop();
  api.responses['PUT /offers/{id}'] = errorResponse(409, 'OFFER_CHANGED', 'Somebody else has changed this offer.');
  visit('/admin/offers');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Ugadi offer' }));
  enter(/^Reduction/, '15');
  press('Save offer');
  expect(await screen.findByText('Somebody else has changed this offer.')).toBeTruthy();
  await waitFor(() => expect(api.requestsTo('GET /offers')).toHaveLength(2));
  expect((screen.getByLabelText(/^Reduction/) as HTMLInputElement).value).toBe('15');
});

it('shows a deleted group of an offer, which can be removed', async () => {
  const api = shop();
  const offer = { ...coupon, groups: [...coupon.groups, 'e'.repeat(24)] };
  api.responses['GET /offers'] = { success: true, offers: [offer] };
  visit('/admin/offers');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Ugadi offer' }));
  const deleted = (await screen.findByLabelText('Deleted group')) as HTMLInputElement;
  expect(deleted.checked).toBe(true);
  press('Save offer');
  await waitFor(() => expect(api.requestsTo('PUT /offers/{id}')[0]?.body).toMatchObject({ groups: offer.groups }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Ugadi offer' }));
  fireEvent.click(await screen.findByLabelText('Deleted group'));
  press('Save offer');
  await waitFor(() => expect(api.requestsTo('PUT /offers/{id}')[1]?.body).toMatchObject({ groups: coupon.groups }));
});

it('ends an offer after a confirmation', async () => {
  const api = shop();
  visit('/admin/offers');
  fireEvent.click(await screen.findByRole('button', { name: 'End now: Ugadi offer' }));
  expect(api.requestsTo('POST /offers/{id}/end')).toEqual([]);
  press('End now');
  await expectToast('Offer ended.');
  expect(api.requestsTo('POST /offers/{id}/end')[0]?.params).toEqual({ id: coupon._id });
});
