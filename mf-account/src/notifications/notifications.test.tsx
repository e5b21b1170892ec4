import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import { notificationKinds, notificationKindNames } from '@rangavalli/contracts/notification-kinds';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { fakePush, fakeSubscription, removePush } from '@rangavalli/web-kit/testing/fake-push';
import AccountRoutes from '../routes.js';

const preferences = (changes: Partial<NotificationPreferences> = {}): NotificationPreferences => ({
  kinds: notificationKindNames.map((kind) => {
    const { category, isMutable, channels } = notificationKinds[kind];
    return {
      kind,
      category,
      isMutable,
      channels: channels.map((channel) => ({
        channel,
        isOn: channel !== 'whatsapp',
        isAvailable: channel === 'email',
      })),
    };
  }),
  phone: { isVerified: false },
  whatsApp: { isOptedIn: false },
  quietHours: { isOn: true, from: '21:00', to: '08:00' },
  hasMarketingConsent: false,
  pushSubscriptions: 0,
  ...changes,
});
const verified = { phone: { number: '+919848010407', isVerified: true } };
const shop = (changes: Parameters<typeof fakeApi>[0] = {}, found = preferences()) =>
  fakeApi({ 'GET /notifications/preferences': { success: true, preferences: found }, ...changes });
const open = async () => {
  window.history.pushState({}, '', '/user/notifications');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { name: 'Quiet hours' });
};

beforeEach(() => act(() => signIn()));

it('switches a channel off for all messages about deliveries', async () => {
  const api = shop({
    'PUT /notifications/preferences': { success: true, message: 'Saved', preferences: preferences() },
  });
  await open();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Delivery by Email' }));
  await waitFor(() => expect(api.requestsTo('PUT /notifications/preferences')).toHaveLength(1));
  const kinds = ['dispatched', 'parcel_picked_up', 'out_for_delivery', 'delivered', 'undelivered', 'delayed'];
  expect(api.requestsTo('PUT /notifications/preferences')[0]?.body).toEqual({
    kinds: kinds.map((kind) => ({ kind, channel: 'email', isOn: false })),
  });
});

it('offers no switch for notices about the account, and links to the consent for offers', async () => {
  shop();
  await open();
  expect(screen.queryByRole('checkbox', { name: /Account and security/ })).toBeNull();
  expect(screen.getByText('Always sent')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your data' }).getAttribute('href')).toBe('/user/privacy');
});

it('requests the consent to WhatsApp only with a verified number, and never by itself', async () => {
  shop();
  await open();
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /on WhatsApp/ });
  expect([toggle.checked, toggle.disabled]).toEqual([false, true]);
  expect(screen.getByText('Please verify your mobile number first.')).toBeTruthy();
});

it('gives the consent to WhatsApp', async () => {
  const at = '2026-11-25T06:00:00.000Z';
  const api = shop(
    {
      'PUT /notifications/preferences': {
        success: true,
        message: 'Saved',
        preferences: preferences({ ...verified, whatsApp: { isOptedIn: true, at, source: 'account' } }),
      },
    },
    preferences(verified),
  );
  await open();
  fireEvent.click(screen.getByRole('switch', { name: /on WhatsApp/ }));
  expect(await screen.findByText('You agreed on 25 Nov 2026.')).toBeTruthy();
  expect(api.requestsTo('PUT /notifications/preferences')[0]?.body).toEqual({
    whatsApp: { isOptedIn: true, source: 'account' },
  });
});

it('verifies the mobile number by a code', async () => {
  const api = shop({
    'POST /notifications/phone': { success: true, message: 'We have sent a code.' },
    'POST /notifications/phone/verify': { success: true, message: 'Verified.', preferences: preferences(verified) },
  });
  await open();
  fireEvent.change(screen.getByRole('textbox', { name: /Mobile number/ }), { target: { value: '98480 10407' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  fireEvent.change(await screen.findByLabelText(/Code from the SMS/), { target: { value: '048 215' } });
  api.responses['GET /notifications/preferences'] = { success: true, preferences: preferences(verified) };
  fireEvent.click(screen.getByRole('button', { name: 'Verify number' }));
  expect(await screen.findByText('+919848010407 is verified.')).toBeTruthy();
  expect(api.requestsTo('POST /notifications/phone/verify')[0]?.body).toEqual({ code: '048215' });
});

it('saves the quiet hours', async () => {
  const api = shop({
    'PUT /notifications/preferences': { success: true, message: 'Saved', preferences: preferences() },
  });
  await open();
  fireEvent.change(screen.getByLabelText(/From/), { target: { value: '22:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
  await waitFor(() => expect(api.requestsTo('PUT /notifications/preferences')).toHaveLength(1));
  expect(api.requestsTo('PUT /notifications/preferences')[0]?.body).toEqual({
    quietHours: { isOn: true, from: '22:30', to: '08:00' },
  });
});

it('explains why this browser cannot show notifications', async () => {
  shop();
  await open();
  expect(await screen.findByText(/This browser cannot show notifications/)).toBeTruthy();
});

describe('a browser that has a subscription', () => {
  let unsubscribe: ReturnType<typeof fakePush>;
  beforeEach(async () => {
    unsubscribe = fakePush();
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    const { pushManager } = (await navigator.serviceWorker.getRegistration()) as ServiceWorkerRegistration;
    Object.assign(pushManager, { subscribe: pushManager.getSubscription });
  });
  afterEach(removePush);
  const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Show notifications in this browser' });
  const pushShop = () =>
    shop({
      'GET /notifications/push/key': { success: true, key: 'key' },
      'POST /notifications/push': { success: true, message: 'On' },
    });
  const switchOn = async () => {
    await open();
    fireEvent.click(await toggle());
    await waitFor(async () => expect((await toggle()).checked).toBe(true));
    cleanup();
  };

  it('sends it again for the account that switched it on: it may have ended with a session', async () => {
    pushShop();
    await switchOn();
    unsubscribe.mockClear();
    const api = pushShop();
    await open();
    expect((await toggle()).checked).toBe(true);
    expect(api.requestsTo('POST /notifications/push').map(({ body }) => body)).toEqual([fakeSubscription]);
    expect(unsubscribe).not.toHaveBeenCalled();
    // Counted again.
    await waitFor(() => expect(api.requestsTo('GET /notifications/preferences')).toHaveLength(2));
  });

  it('ends it, and sends nothing, when another account has logged in', async () => {
    pushShop();
    await switchOn();
    unsubscribe.mockClear();
    act(() => signIn());
    const api = pushShop();
    await open();
    expect((await toggle()).checked).toBe(false);
    expect(unsubscribe).toHaveBeenCalledTimes(1);
    expect(api.requestsTo('POST /notifications/push')).toEqual([]);
  });

  it('shows it as off when the shop does not take it', async () => {
    pushShop();
    await switchOn();
    shop({
      'GET /notifications/push/key': { success: true, key: 'key' },
      'POST /notifications/push': errorResponse(503, 'UNAVAILABLE', 'Please try again.'),
    });
    await open();
    expect((await toggle()).checked).toBe(false);
  });
});

it('offers a retry when the choices cannot be loaded', async () => {
  const api = shop({ 'GET /notifications/preferences': errorResponse(503, 'UNAVAILABLE', 'Please try again.') });
  window.history.pushState({}, '', '/user/notifications');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  expect(await screen.findByText('Your choices could not be loaded.')).toBeTruthy();
  api.responses['GET /notifications/preferences'] = { success: true, preferences: preferences() };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Quiet hours' })).toBeTruthy();
});
