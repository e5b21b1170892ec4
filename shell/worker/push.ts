declare const self: ServiceWorkerGlobalScope;

interface PushMessage {
  /** A message that arrives twice is shown once. */
  id: string;
  title: string;
  text: string;
  /** Below the shop's address. */
  path: string;
}

/** Shows a notification, which opens a page of the shop. */
export function showNotification(event: PushEvent) {
  if (!event.data) return;
  const { id, title, text, path } = event.data.json() as PushMessage;
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: id, icon: '/icon.svg', data: path }));
}

export function openNotification(event: NotificationEvent) {
  event.notification.close();
  // Never another origin, whatever the message holds.
  const { pathname, search } = new URL(String(event.notification.data), self.location.origin);
  event.waitUntil(self.clients.openWindow(pathname + search));
}
