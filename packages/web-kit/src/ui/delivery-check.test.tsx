import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import { DELIVERY_PIN_KEY } from '@rangavalli/contracts/browser';
import { errorResponse, fakeApi } from '../testing/fake-api.js';
import { DeliveryCheck } from './DeliveryCheck.js';

const items = [{ productId: 'a'.repeat(24), quantity: 1, extraDays: 3 }];
const hyderabad: DeliveryPromise = {
  city: 'Hyderabad',
  serviceable: true,
  cod: true,
  from: '2026-12-01',
  to: '2026-12-03',
  shipping: { charge: 0 },
  festival: { name: 'Sankranti', date: '2027-01-14' },
};
const promises: Record<string, DeliveryPromise> = {
  '': hyderabad,
  '560001': {
    ...hyderabad,
    pincode: '560001',
    city: 'Bengaluru',
    shipping: { charge: 80, freeFrom: 999 },
    cod: false,
  },
  '744101': { pincode: '744101', city: 'Port Blair', serviceable: false, cod: false },
};
const shop = () =>
  fakeApi({
    'GET /delivery/promise': ({ query }) => {
      const promise = promises[query.get('pincode') ?? ''];
      return promise
        ? { success: true, promise }
        : errorResponse(404, 'PIN_NOT_FOUND', 'This PIN code does not exist.');
    },
    'POST /delivery/waitlist': { success: true, message: 'Thank you.' },
  });
const open = () => render(<DeliveryCheck items={items} value={800} />);
const enter = (pincode: string) => {
  fireEvent.change(screen.getByLabelText('Delivery PIN code'), { target: { value: pincode } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
};

beforeEach(() => localStorage.clear());

it('requests the PIN code and names a festival that the delivery to the shop’s city meets', async () => {
  const api = shop();
  open();
  expect(await screen.findByText('Arrives before Sankranti (14 Jan) in Hyderabad')).toBeTruthy();
  expect(screen.queryByText(/Delivered by/)).toBeNull();
  expect(Object.fromEntries(api.requests[0]?.query ?? [])).toEqual({
    productId: 'a'.repeat(24),
    quantity: '1',
    extraDays: '3',
  });
  enter('5000');
  expect(screen.getByText('Enter a 6-digit PIN code, such as 500092.')).toBeTruthy();
});

it('shows date, charge and cash on delivery, and stores the PIN code for all pages', async () => {
  shop();
  const { unmount } = open();
  enter('560 001');
  expect(await screen.findByText('Delivered by Thu 3 Dec')).toBeTruthy();
  for (const text of ['Delivery ₹80', 'Add ₹199 for free delivery', 'No cash on delivery'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Arrives before Sankranti (14 Jan)')).toBeTruthy();
  expect(localStorage.getItem(DELIVERY_PIN_KEY)).toBe('560001');
  unmount();
  // Beside a quote, the payment methods name cash on delivery where offers allow it.
  const quoted = render(<DeliveryCheck items={items} />);
  expect(await screen.findByText('Delivered by Thu 3 Dec')).toBeTruthy();
  expect(screen.queryByText('No cash on delivery')).toBeNull();
  quoted.unmount();
  open();
  expect(await screen.findByText('Deliver to Bengaluru 560001')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change delivery PIN code' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Delivery PIN code')));
});

it('puts an address on the waitlist of a PIN code that is not served', async () => {
  const api = shop();
  open();
  enter('744101');
  expect(await screen.findByText('Not deliverable to PIN code 744101 yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
  expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Your email'), { target: { value: 'asha@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
  expect(await screen.findByText('Thank you.')).toBeTruthy();
  expect(api.requestsTo('POST /delivery/waitlist')[0]?.body).toEqual({
    pincode: '744101',
    email: 'asha@example.com',
    productId: 'a'.repeat(24),
  });
});

it('reports that a PIN code does not exist, and lets a failed request be repeated', async () => {
  const api = shop();
  open();
  enter('999999');
  expect(await screen.findByText('This PIN code does not exist.')).toBeTruthy();
  api.responses['GET /delivery/promise'] = errorResponse(503, 'UNAVAILABLE', 'unavailable');
  enter('560001');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(api.requestsTo('GET /delivery/promise')).toHaveLength(4));
});
