import { fireEvent, screen } from '@testing-library/react';
import type { ReviewEntry } from '@rangavalli/contracts/entities/review';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

asAdmin();
beforeEach(() => polyfillDialogs());

const waiting: ReviewEntry = {
  id: '1'.repeat(24),
  productId: '2'.repeat(24),
  productName: 'Temple border pattu',
  orderId: '3'.repeat(24),
  stars: 2,
  text: 'See https://cheap.example',
  author: 'Asha R.',
  at: '2026-11-20T06:00:00.000Z',
  helpful: 0,
  state: 'waiting',
};

it('lists reviews, hides one and replies', async () => {
  const api = fakeApi({
    'GET /reviews/admin': { success: true, reviews: [waiting], total: 1 },
    'POST /reviews/{id}/moderation': {
      success: true,
      message: 'The review is hidden.',
      review: { ...waiting, state: 'hidden' },
    },
  });
  visit('/admin/reviews?state=waiting');
  expect(await screen.findByText('See https://cheap.example')).toBeTruthy();
  expect(api.requestsTo('GET /reviews/admin')[0]?.query.get('state')).toBe('waiting');
  press('Open the review of Asha R. of Temple border pattu');
  fireEvent.change(screen.getByLabelText('Show it to shoppers?'), { target: { value: 'hidden' } });
  fireEvent.change(screen.getByLabelText(/Reply from the shop/), { target: { value: 'Please call us.' } });
  fireEvent.click(screen.getByLabelText(/received a discount or gift/));
  press('Save');
  await expectToast('The review is hidden.');
  expect(api.requestsTo('POST /reviews/{id}/moderation')[0]?.body).toEqual({
    state: 'hidden',
    reply: 'Please call us.',
    isIncentivised: true,
  });
});
