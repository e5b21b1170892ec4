import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { WriteReviews } from './WriteReviews.js';

const saree = { _id: 'c'.repeat(24), name: 'Temple border pattu', price: 7_450 };
const line = { lineId: '1', product: saree, size: 'M', quantity: 2, price: 7_450 };
const deliveredAt = '2026-11-20T06:00:00.000Z';
const order = buildOrder({ deliveredAt, products: [line] });

beforeAll(polyfillDialogs);

it('sends stars, fit and text, and invites no second review', async () => {
  const review = { id: '1'.repeat(24), productId: saree._id, stars: 4, text: '', author: 'A', at: '', helpful: 0 };
  const api = fakeApi({
    'GET /reviews/own': { success: true, reviews: [] },
    'POST /reviews': { success: true, message: 'Thank you for your review.', review },
  });
  render(<WriteReviews order={order} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Write a review of Temple border pattu' }));
  fireEvent.change(screen.getByLabelText('Stars'), { target: { value: '4' } });
  fireEvent.change(screen.getByLabelText('How does it fit?'), { target: { value: 'true' } });
  fireEvent.change(screen.getByLabelText('Your review'), { target: { value: ' Soft silk. ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
  await screen.findByText(/^Your review of Temple border pattu: 4 stars/);
  expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull();
  expect(api.requestsTo('POST /reviews')[0]?.body).toEqual({
    orderId: order._id,
    productId: saree._id,
    stars: 4,
    fit: 'true',
    text: 'Soft silk.',
  });
});

it('shows an own review that waits, and withdraws it after a confirmation', async () => {
  const review = { id: '1'.repeat(24), productId: saree._id, stars: 5, text: 'Good.', author: 'A', at: '', helpful: 0 };
  const api = fakeApi({
    'GET /reviews/own': { success: true, reviews: [{ ...review, state: 'waiting' }] },
    'DELETE /reviews/{id}': { success: true, message: 'Your review is withdrawn.' },
  });
  render(<WriteReviews order={order} />);
  expect(await screen.findByText(/5 stars · being checked by the shop/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw your review of Temple border pattu' }));
  expect(api.requestsTo('DELETE /reviews/{id}')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(api.requestsTo('DELETE /reviews/{id}')[0]?.params).toEqual({ id: review.id }));
});

it('invites reviews of what has arrived only, not of what is still to come or was cancelled', async () => {
  fakeApi({ 'GET /reviews/own': { success: true, reviews: [] } });
  const lineOf = (lineId: string, name: string) => ({ ...line, lineId, product: { ...saree, _id: name, name } });
  const blouse = lineOf('1', 'Silk blouse');
  const products = [
    { ...blouse, deliveredAt },
    // The same product in another size, with a later parcel.
    { ...blouse, lineId: '2', size: 'L' },
    lineOf('3', 'Kanchipuram pattu'),
    { ...lineOf('4', 'Mangalagiri cotton'), deliveredAt, cancelled: 2 },
    { ...lineOf('5', 'Paithani'), deliveredAt, cancelled: 1 },
  ];
  render(<WriteReviews order={buildOrder({ deliveredAt, products })} />);
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Write a review of Silk blouse',
    'Write a review of Paithani',
  ]);
});
