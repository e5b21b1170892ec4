import { fireEvent, screen } from '@testing-library/react';
import type { QuestionEntry } from '@rangavalli/contracts/entities/question';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

asAdmin();
beforeEach(() => polyfillDialogs());

const waiting: QuestionEntry = {
  id: '1'.repeat(24),
  productId: '2'.repeat(24),
  productName: 'Temple border pattu',
  text: 'Is the blouse piece unstitched?',
  author: 'Asha R.',
  at: '2026-11-20T06:00:00.000Z',
  helpful: 0,
  state: 'waiting',
};

it('lists questions and publishes one with a reply', async () => {
  const api = fakeApi({
    'GET /questions/admin': { success: true, questions: [waiting], total: 1 },
    'POST /questions/{id}/moderation': {
      success: true,
      message: 'Question and reply are published.',
      question: { ...waiting, state: 'published' },
    },
  });
  visit('/admin/questions?state=waiting');
  expect(await screen.findByText('Is the blouse piece unstitched?')).toBeTruthy();
  press('Open the question of Asha R. about Temple border pattu');
  press('Publish with this reply');
  expect(await screen.findByText('Please write a reply, or hide the question.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Reply from the shop/), { target: { value: ' Yes, 80 cm. ' } });
  press('Publish with this reply');
  await expectToast('Question and reply are published.');
  expect(api.requestsTo('POST /questions/{id}/moderation')[0]?.body).toEqual({
    state: 'published',
    reply: 'Yes, 80 cm.',
  });
});
