// Caches public responses only; writes and all calls except public reads bypass the worker. Shows notifications.
import type { PageReady, PageViewed, WorkerMessage } from '../src/service-worker/messages.js';
import { boundedCaches, deleteOtherCaches } from './bounded-cache.js';
import { openNotification, showNotification } from './push.js';
import { requestKind } from './request-kind.js';
import { type FetchContext, respondToFile, respondToPage, respondToPicture, respondToRead } from './strategies.js';
import { cacheViewedPage } from './viewed-page.js';

declare const self: ServiceWorkerGlobalScope;

const CLIENT_POLL_MS = 100;
const MAX_CLIENT_POLLS = 50;
const MAX_SENT_MESSAGES = 50;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  // A page does not wait for the worker to start.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), deleteOtherCaches()]));
});

/** A page misses messages while its script is loading. */
const sentMessages = new Map<string, WorkerMessage>();

async function send(clientId: string, message: WorkerMessage) {
  sentMessages.set(clientId, message);
  for (const oldest of [...sentMessages.keys()].slice(0, -MAX_SENT_MESSAGES)) sentMessages.delete(oldest);
  for (let poll = 0; poll < MAX_CLIENT_POLLS; poll += 1) {
    const client = await self.clients.get(clientId);
    if (client) return client.postMessage(message);
    await new Promise((resolve) => setTimeout(resolve, CLIENT_POLL_MS));
  }
}

const strategies = {
  page: respondToPage,
  file: respondToFile,
  picture: respondToPicture,
  read: respondToRead,
};

self.addEventListener('fetch', (event) => {
  const kind = requestKind(event.request, self.location.origin);
  if (!kind) return;
  const context: FetchContext = {
    request: event.request,
    preload: Promise.resolve(event.preloadResponse as Promise<Response | undefined> | undefined),
    waitUntil: (work) => event.waitUntil(work),
    send: (message) => send(event.resultingClientId || event.clientId, message),
  };
  event.respondWith(strategies[kind](context));
});

self.addEventListener('message', (event) => {
  const { data, source } = event;
  const { viewed, ready } = (data ?? {}) as Partial<PageViewed & PageReady>;
  const missed = ready && source && 'id' in source ? sentMessages.get(source.id) : undefined;
  if (missed) source?.postMessage(missed);
  if (!viewed) return;
  const trimAll = () => Promise.all(Object.values(boundedCaches).map((cache) => cache.trim()));
  event.waitUntil(cacheViewedPage(self.location.origin, viewed).then(trimAll));
});

self.addEventListener('push', showNotification);
self.addEventListener('notificationclick', openNotification);
