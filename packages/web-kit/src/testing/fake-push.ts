export const fakeSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/browser-1',
  keys: { p256dh: 'p256dh-key', auth: 'auth-key' },
};

/** Gives the browser a service worker with a push subscription. Returns the mock of its `unsubscribe`. */
export function fakePush(): jest.Mock<Promise<boolean>, []> {
  const { endpoint } = fakeSubscription;
  const unsubscribe = jest.fn(async () => true);
  const subscription = { endpoint, toJSON: () => fakeSubscription, unsubscribe };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  Object.assign(globalThis, { PushManager: class {}, Notification: { permission: 'granted' } });
  const serviceWorker = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return unsubscribe;
}

export function removePush(): void {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
