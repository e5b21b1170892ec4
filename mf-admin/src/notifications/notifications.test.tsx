import { fireEvent, screen } from '@testing-library/react';
import type { NotificationEntry, NotificationPreview } from '@rangavalli/contracts/entities/notification';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

asAdmin();

const failed: NotificationEntry = {
  id: 'parcel-1-delivered',
  kind: 'delivered',
  to: 'meera@example.com',
  state: 'failed',
  channel: 'email',
  attempts: 3,
  orderId: 'c'.repeat(24),
  orderNumber: 'RV-26-0042174',
  createdAt: '2026-11-25T06:00:00.000Z',
  error: '550 mailbox unavailable',
  steps: [
    { channel: 'whatsapp', outcome: 'skipped', at: '2026-11-25T06:00:00.000Z', reason: 'no consent' },
    { channel: 'email', outcome: 'failed', at: '2026-11-25T06:00:01.000Z', reason: '550 mailbox unavailable' },
  ],
};
const templates = [
  {
    kind: 'order_placed' as const,
    category: 'orders' as const,
    channels: [
      { channel: 'sms' as const, isSetUp: false },
      { channel: 'email' as const, isSetUp: true },
    ],
  },
];
const email: NotificationPreview = {
  kind: 'order_placed',
  channel: 'email',
  language: 'en',
  subject: 'Your Rangavalli order RV-26-0042174',
  text: 'Namaste Meera,',
  html: '<p>Namaste Meera,</p>',
};

it('finds messages, and shows why one failed and which channels were tried', async () => {
  const api = fakeApi({ 'GET /notifications/admin': { success: true, notifications: [failed], total: 1 } });
  visit('/admin/notifications?state=failed&channel=email&q=meera');
  expect(await screen.findByText('550 mailbox unavailable')).toBeTruthy();
  const { query } = api.requestsTo('GET /notifications/admin')[0]!;
  expect(Object.fromEntries(query)).toEqual({ state: 'failed', channel: 'email', q: 'meera' });
  press('Open Delivered to meera@example.com');
  expect(await screen.findByText('WhatsApp: Skipped')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'RV-26-0042174' }).getAttribute('href')).toBe('/admin/orders/RV-26-0042174');
});

it('shows that no message matches, and offers a retry after a failure', async () => {
  const api = fakeApi({ 'GET /notifications/admin': errorResponse(503, 'UNAVAILABLE', 'Please try again.') });
  visit('/admin/notifications?q=nobody');
  expect(await screen.findByText('The delivery log could not be loaded.')).toBeTruthy();
  api.responses['GET /notifications/admin'] = { success: true, notifications: [], total: 0 };
  press('Try again');
  expect(await screen.findByText('No message matches these filters.')).toBeTruthy();
});

it('previews an email at two widths without running its scripts, and sends it as a test', async () => {
  const api = fakeApi({
    'GET /notifications/templates': { success: true, templates },
    'POST /notifications/preview': { success: true, preview: email },
    'POST /notifications/test': { success: true, message: 'The test message was sent.' },
  });
  visit('/admin/notifications?view=templates');
  fireEvent.click(await screen.findByRole('button', { name: 'Preview Order placed' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Email Order placed at 600 px');
  expect([frame.getAttribute('sandbox'), frame.srcdoc]).toEqual(['', email.html]);
  press('Phone, 360 px');
  expect(screen.getByTitle('Email Order placed at 360 px').getAttribute('width')).toBe('360');
  fireEvent.change(screen.getByLabelText(/Email address/), { target: { value: 'shop@example.com' } });
  press('Send test');
  await expectToast('The test message was sent.');
  expect(api.requestsTo('POST /notifications/test')[0]?.body).toEqual({
    kind: 'order_placed',
    channel: 'email',
    to: 'shop@example.com',
  });
});

it('shows an SMS with its template, and sends no test by a channel that is not set up', async () => {
  const sms: NotificationPreview = {
    kind: 'order_placed',
    channel: 'sms',
    language: 'en',
    text: 'Thank you for your Rangavalli order RV-26-0042174.',
    variables: [{ name: 'VAR1', value: 'RV-26-0042174' }],
  };
  fakeApi({
    'GET /notifications/templates': { success: true, templates },
    'POST /notifications/preview': ({ body }: { body: unknown }) => ({
      success: true,
      preview: (body as { channel: string }).channel === 'sms' ? sms : email,
    }),
  });
  visit('/admin/notifications?view=templates');
  fireEvent.click(await screen.findByRole('button', { name: 'Preview Order placed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'SMS' }));
  expect(await screen.findByText('VAR1: RV-26-0042174')).toBeTruthy();
  expect(screen.getByText('50 characters, 1 SMS')).toBeTruthy();
  expect(screen.getByText(/no test can be sent/)).toBeTruthy();
});

it('hides test messages from staff who may not send them', async () => {
  signInAs('support');
  fakeApi({
    'GET /notifications/templates': { success: true, templates },
    'POST /notifications/preview': { success: true, preview: email },
  });
  visit('/admin/notifications?view=templates');
  fireEvent.click(await screen.findByRole('button', { name: 'Preview Order placed' }));
  await screen.findByTitle('Email Order placed at 600 px');
  expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull();
});
