import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, press, pressEnter, visit } from '../testing/admin-area.js';

asAdmin();

it('the typed quantity is sent, and one beyond the limit is explained', async () => {
  const saree = buildProduct({ name: 'Ikat saree' });
  const api = fakeApi({
    'GET /products/getAll': { success: true, products: [saree], total: 1 },
    'POST /orders/phone': errorResponse(409, 'INSUFFICIENT_STOCK', 'Too few are left.'),
  });
  visit('/admin/phone-orders/new');
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.change(await screen.findByLabelText('Find a product'), { target: { value: 'ikat' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ikat saree' }));
  type(/^Email/, 'asha@example.com');
  type('Name', 'Asha Rao');
  type('Mobile number', '9876543210');
  type('House, street and area', '12 Tank Bund Road');
  type('City', 'Hyderabad');
  type('PIN code', '500003');
  // Enter finds products, and does not place the order.
  await pressEnter(screen.getByLabelText<HTMLInputElement>('Find a product'));
  expect(api.requestsTo('POST /orders/phone')).toEqual([]);
  const quantity = screen.getByLabelText<HTMLInputElement>('Quantity of Ikat saree');
  expect(quantity.value).toBe('1');
  type('Quantity of Ikat saree', '');
  expect(quantity.value).toBe('');
  type('Quantity of Ikat saree', '13');
  press('Hold the items and send the link');
  expect(await screen.findByText('Please enter a quantity from 1 to 10.')).toBeTruthy();
  expect(document.activeElement).toBe(quantity);
  type('Quantity of Ikat saree', '3');
  expect(screen.queryByText('Please enter a quantity from 1 to 10.')).toBeNull();
  press('Hold the items and send the link');
  await waitFor(() =>
    expect(api.requestsTo('POST /orders/phone')[0]?.body).toMatchObject({
      lines: [{ productId: saree._id, quantity: 3 }],
    }),
  );
  expect(api.requestsTo('POST /orders/phone')).toHaveLength(1);
});
