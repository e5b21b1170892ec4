// The shop's service worker: repeat visits without waiting, and pages that were seen without a connection. What it keeps is
// public and the same for everybody; all writes, and every call but the reading of products, pass it by.
import type { PageListens, PageSeen, WorkerSays } from '../src/seen/messages.js';
import { answerFile, answerOwnPage, answerPage, answerPicture, answerRead, type Asking } from './answers.js';
import { kindOf } from './kinds.js';
import { keepSeen, tidy } from './seen.js';
import { forgetOtherForms } from './shelf.js';

declare const self: ServiceWorkerGlobalScope;

/** A page that is being made of an answer can be spoken to a moment later, ms. */
const ARRIVAL_MS = 100;
const ARRIVAL_TRIES = 50;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  // A page need not wait for the worker's start. The page that is open goes on without it, as it has begun.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), forgetOtherForms()]));
});

/** What was said to whom: a page whose script comes late has not heard it. The oldest go first. */
const said = new Map<string, WorkerSays>();
const REMEMBERED = 50;

async function sayTo(id: string, what: WorkerSays): Promise<void> {
  said.set(id, what);
  for (const oldest of [...said.keys()].slice(0, -REMEMBERED)) said.delete(oldest);
  for (let tried = 0; tried < ARRIVAL_TRIES; tried += 1) {
    const client = await self.clients.get(id);
    if (client) return client.postMessage(what);
    await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS));
  }
}

const answers = {
  page: answerPage,
  'own page': answerOwnPage,
  file: answerFile,
  picture: answerPicture,
  read: answerRead,
};

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (!kind) return;
  const asking: Asking = {
    request: event.request,
    preload: Promise.resolve(event.preloadResponse as Promise<Response | undefined> | undefined),
    until: (work) => event.waitUntil(work),
    say: (what) => sayTo(event.resultingClientId || event.clientId, what),
  };
  event.respondWith(answers[kind](asking));
});

self.addEventListener('message', (event) => {
  const { data, source } = event;
  const { seen, listens } = (data ?? {}) as Partial<PageSeen & PageListens>;
  const earlier = listens && source && 'id' in source ? said.get(source.id) : undefined;
  if (earlier) source?.postMessage(earlier);
  if (seen) event.waitUntil(keepSeen(self.location.origin, seen).then(tidy));
});
