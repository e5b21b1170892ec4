import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComplaintEntry } from '@rangavalli/contracts/entities/complaint';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

const complaint: ComplaintEntry = {
  number: 'RVC-26-0000421',
  state: 'waiting',
  subject: 'Wrong colour',
  receivedAt: '2026-01-15T09:30:00.000Z',
  replyBy: '2026-01-17T09:30:00.000Z',
  resolveBy: '2026-02-15T09:30:00.000Z',
  messages: [{ at: '2026-01-15T09:30:00.000Z', from: 'customer', text: 'The saree is green, not blue.' }],
  name: 'Meera',
  email: 'meera@example.com',
  isOverdue: false,
};

asAdmin();

it('shows a message that the customer wrote meanwhile, and keeps the reply', async () => {
  const messages = [
    ...complaint.messages,
    { at: '2026-01-15T10:30:00.000Z', from: 'customer' as const, text: 'It is torn, too.' },
  ];
  const api = fakeApi({
    'GET /complaints': { success: true, complaints: [complaint], waiting: 1, overdue: 0 },
    'POST /complaints/{number}/reply': errorResponse(409, 'COMPLAINT_CHANGED', 'There is a new message.', { messages }),
  });
  visit('/admin/complaints');
  fireEvent.click(await screen.findByRole('button', { name: 'Open RVC-26-0000421' }));
  fireEvent.change(screen.getByLabelText(/^Your reply/), { target: { value: 'We send you the blue one.' } });
  fireEvent.click(screen.getByLabelText('Close the complaint: it is resolved'));
  press('Send reply');
  expect(await screen.findByText('There is a new message.')).toBeTruthy();
  expect(screen.getByText('It is torn, too.')).toBeTruthy();
  await waitFor(() => expect(api.requestsTo('GET /complaints')).toHaveLength(2));

  const message = 'Your reply was sent.';
  api.responses['POST /complaints/{number}/reply'] = { success: true, message, complaint };
  press('Send reply');
  await expectToast(message);
  const bodies = api.requestsTo('POST /complaints/{number}/reply').map(({ body }) => body);
  expect(bodies).toMatchObject([
    { text: 'We send you the blue one.', resolve: true, seen: 1 },
    { text: 'We send you the blue one.', resolve: true, seen: 2 },
  ]);
});
