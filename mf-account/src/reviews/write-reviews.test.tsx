import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { WriteReviews } from './WriteReviews.js';

const saree = { _id: 'c'.repeat(24), name: 'Temple border pattu', price: 7_450 };
const order = buildOrder({ products: [{ product: saree, size: '', quantity: 2, price: 7_450 }] });

beforeAll(polyfillDialogs);

it('sends stars, fit and text, and invites no second review', async () => {
  const review = { id: '1'.repeat(24), productId: saree._id, stars: 4, text: '', author: 'A', at: '', helpful: 0 };
  const api = fakeApi({ 'POST /reviews': { success: true, message: 'Thank you for your review.', review } });
  render(<WriteReviews order={order} />);
  fireEvent.click(screen.getByRole('button', { name: 'Write a review of Temple border pattu' }));
  fireEvent.change(screen.getByLabelText('Stars'), { target: { value: '4' } });
  fireEvent.change(screen.getByLabelText('How does it fit?'), { target: { value: 'true' } });
  fireEvent.change(screen.getByLabelText(/Your review/), { target: { value: ' Soft silk. ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(api.requestsTo('POST /reviews')[0]?.body).toEqual({
    orderId: order._id,
    productId: saree._id,
    stars: 4,
    fit: 'true',
    text: 'Soft silk.',
  });
});
