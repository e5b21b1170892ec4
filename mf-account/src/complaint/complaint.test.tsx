import { fireEvent, render, screen } from '@testing-library/react';
import type { Complaint } from '@rangavalli/contracts/entities/complaint';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../routes.js';

const complaint: Complaint = {
  number: 'RVC-26-0000421',
  state: 'waiting',
  subject: 'Wrong colour',
  receivedAt: '2026-11-20T06:00:00.000Z',
  replyBy: '2026-11-22T06:00:00.000Z',
  resolveBy: '2026-12-20T06:00:00.000Z',
  messages: [{ at: '2026-11-20T06:00:00.000Z', from: 'customer', text: 'The saree is green.' }],
};
const statusPath = '/complaint/RVC-26-0000421?token=abcdefghijklmnopqrstuvwx';

function open(path: string) {
  window.history.pushState({}, '', path);
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
}
const enter = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });

it('sends a complaint with the order of the link, and shows its number and page', async () => {
  const message = 'We have received your complaint. Its number is RVC-26-0000421.';
  const api = fakeApi({ 'POST /complaints': { success: true, message, complaint, statusPath } });
  open('/complaint?order=RV-26-0042174');
  await screen.findByRole('textbox', { name: /What went wrong/ });
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
  expect(await screen.findByText('Please describe the problem in at least 10 characters.')).toBeTruthy();
  enter(/Your name/, 'Meera');
  enter(/Email/, 'meera@example.com');
  enter(/Subject/, 'Wrong colour');
  enter(/What went wrong/, 'The saree is green.');
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See your complaint' }).getAttribute('href')).toBe(statusPath);
  expect(api.requestsTo('POST /complaints')[0]?.body).toMatchObject({
    name: 'Meera',
    email: 'meera@example.com',
    orderNumber: 'RV-26-0042174',
    subject: 'Wrong colour',
    text: 'The saree is green.',
  });
});

it('shows what was written, and sends another message', async () => {
  const reply = { at: '2026-11-21T06:00:00.000Z', from: 'shop' as const, text: 'Please send a photograph.' };
  const replied: Complaint = { ...complaint, state: 'replied', messages: [...complaint.messages, reply] };
  fakeApi({
    'GET /complaints/{number}': { success: true, complaint: replied },
    'POST /complaints/{number}/messages': {
      success: true,
      message: 'Your message was sent.',
      complaint: {
        ...replied,
        state: 'waiting',
        messages: [...replied.messages, { at: '2026-11-22T06:00:00.000Z', from: 'customer', text: 'Here it is.' }],
      },
    },
  });
  open(statusPath);
  expect(await screen.findByText('Please send a photograph.')).toBeTruthy();
  expect(screen.getByText('Replied')).toBeTruthy();
  enter(/Your message/, 'Here it is.');
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(screen.getByText('Waiting for our reply')).toBeTruthy();
});

it('explains what to do without the token, and when the link is wrong', async () => {
  const message = 'Complaint not found. Please use the link from our email.';
  fakeApi({ 'GET /complaints/{number}': errorResponse(404, 'COMPLAINT_NOT_FOUND', message) });
  open('/complaint/RVC-26-0000421');
  expect(await screen.findByText('Please open this page with the link from our email.')).toBeTruthy();
  open(statusPath);
  expect(await screen.findByText(message)).toBeTruthy();
});
