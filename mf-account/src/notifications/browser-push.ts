import { call } from '@rangavalli/web-kit/data/api';
import { currentSession } from '@rangavalli/web-kit/session/session';

/** Local storage: the account that switched notifications on in this browser. */
const STORAGE_KEY = 'rangavalli.push';

export type PushState = 'unsupported' | 'not_set_up' | 'denied' | 'on' | 'off';

/** Returns the worker of the shop; undefined where the browser has none. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? navigator.serviceWorker.getRegistration()
    : undefined;

const keyOf = async (): Promise<string | undefined> => (await call('GET /notifications/push/key')).key;

/**
 * Returns whether this browser shows notifications of the shop, or why not. Renews a subscription of this account,
 * which may have ended with its session, and ends one of another account.
 */
export async function renewPush(): Promise<PushState> {
  const registration = await worker();
  if (!registration) return 'unsupported';
  if (!(await keyOf())) return 'not_set_up';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return 'off';
  if (localStorage.getItem(STORAGE_KEY) === currentSession()?.owner)
    return send(subscription).catch(() => 'off' as const);
  await subscription.unsubscribe();
  return 'off';
}

/** Requests the permission of the visitor and subscribes this browser. @throws ApiError, or Error of the browser */
export async function startPush(): Promise<PushState> {
  const [registration, key] = [await worker(), await keyOf()];
  if (!registration) return 'unsupported';
  if (!key) return 'not_set_up';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  return send(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

async function send(subscription: PushSubscription): Promise<PushState> {
  const { keys } = subscription.toJSON();
  const { endpoint } = subscription;
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  const owner = currentSession()?.owner ?? '';
  await call('POST /notifications/push', { body });
  localStorage.setItem(STORAGE_KEY, owner);
  return 'on';
}

/** Ends the subscription of this browser. */
export async function stopPush(): Promise<PushState> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (subscription) {
    await call('DELETE /notifications/push', { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return 'off';
}
