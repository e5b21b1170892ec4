import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../../routes.js';

const home = {
  _id: '1'.repeat(24),
  fullName: 'Meena Rao',
  email: '',
  phone: '9848012345',
  address: '12 Weavers Street',
  addressLine: '12 Weavers Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
  default: true,
  isDefault: true,
};
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /address': { success: true, addresses: [home] },
    'DELETE /address/{id}': { success: true, message: 'Address deleted' },
    ...changes,
  });

async function open(button: string) {
  window.history.pushState({}, '', '/user/address');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByText('Meena Rao');
  fireEvent.click(screen.getByRole('button', { name: button }));
  await screen.findByRole('dialog');
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));

it('saves a new address, in India by default', async () => {
  const api = shop({ 'POST /address': { success: true, message: 'Address added', address: home } });
  await open('Add New Address');
  for (const [label, value] of [
    ['Full name', 'Ravi'],
    ['Phone', '98480 22222'],
    ['Address', '3 Lake Road'],
    ['City', 'Warangal'],
    ['State', 'Telangana'],
    ['PIN code', '506 002'],
  ] as const)
    fill(label, value);
  press('Save Address');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo('POST /address')[0]?.body).toEqual({
    fullName: 'Ravi',
    phone: '98480 22222',
    addressLine: '3 Lake Road',
    city: 'Warangal',
    state: 'Telangana',
    pincode: '506 002',
    country: 'India',
    isDefault: false,
  });
});

it('shows errors at their fields before submitting and focuses the first', async () => {
  const api = shop();
  await open('Edit');
  fill('Phone', '12345');
  fill('PIN code', '5000');
  fill('City', ' ');
  press('Update Address');
  expect(await screen.findByText(/6-digit PIN code/)).toBeTruthy();
  expect(screen.getByText(/10-digit mobile number/)).toBeTruthy();
  expect(screen.getByText('Please enter the city.')).toBeTruthy();
  const phone = screen.getByLabelText('Phone');
  expect(document.activeElement).toBe(phone);
  expect(document.getElementById(phone.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    '10-digit mobile number',
  );
  expect(api.requestsTo('PUT /address/{id}')).toEqual([]);
});

it('fills in city and state from the PIN code, and refuses a code that does not exist', async () => {
  const api = shop({
    'GET /delivery/pin/{pincode}': ({ params }) =>
      params['pincode'] === '506002'
        ? {
            success: true,
            place: { pincode: '506002', city: 'Warangal', district: 'Warangal', state: 'Telangana', stateCode: '36' },
          }
        : errorResponse(404, 'PIN_NOT_FOUND', 'This PIN code does not exist. Please check it.'),
  });
  await open('Add New Address');
  fill('PIN code', '999999');
  expect(await screen.findByText('This PIN code does not exist. Please check it.')).toBeTruthy();
  press('Save Address');
  expect(api.requestsTo('POST /address')).toEqual([]);
  fill('PIN code', '506 002');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Warangal'));
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Telangana');
  expect(screen.queryByText('This PIN code does not exist. Please check it.')).toBeNull();
});

it('offers the states of India; in other countries the state is typed', async () => {
  shop();
  await open('Edit');
  expect(screen.getByLabelText('State').querySelectorAll('option')).toHaveLength(37);
  fill('Country', 'Nepal');
  expect(screen.getByLabelText<HTMLInputElement>('State').type).toBe('text');
});

it('shows the server’s error at its field', async () => {
  shop({
    'PUT /address/{id}': errorResponse(400, 'VALIDATION_FAILED', 'Please check the highlighted fields.', {
      fields: { city: 'too long' },
    }),
  });
  await open('Edit');
  press('Update Address');
  expect(await screen.findByText('too long')).toBeTruthy();
});

it('keeps the form open with the reason when saving fails', async () => {
  shop({ 'PUT /address/{id}': errorResponse(404, 'ADDRESS_NOT_FOUND', 'Address not found.') });
  await open('Edit');
  fill('City', 'Guntur');
  press('Update Address');
  expect(await screen.findByText('Failed to save address.')).toBeTruthy();
  expect(screen.getByText(/Address not found\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Guntur');
});

it('deletes only after a confirmation', async () => {
  const api = shop();
  await open('Delete');
  expect(api.requestsTo('DELETE /address/{id}')).toEqual([]);
  press('Delete address');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo('DELETE /address/{id}')[0]?.params).toEqual({ id: home._id });
});
