import type { WorkerSays } from '../src/seen/messages.js';
import { asksForRelease } from './kinds.js';
import { offlinePage } from './offline-page.js';
import { isOfAnotherRelease, releaseOf } from './release-of.js';
import { mayBeKept, Shelf } from './shelf.js';

const MB = 1_000_000;

/** What is kept, and how much of it. */
export const shelves = {
  page: new Shelf('pages', { entries: 40, bytes: 4 * MB }),
  file: new Shelf('files', { entries: 200, bytes: 6 * MB }),
  picture: new Shelf('pictures', { entries: 150, bytes: 20 * MB }),
  read: new Shelf('reads', { entries: 80, bytes: 4 * MB }),
};

/** A page that was kept longer ago is asked for first, ms: too much has changed since. */
const SHOWN_AT_ONCE_MS = 3 * 24 * 60 * 60 * 1_000;

const isOld = ({ headers }: Response): boolean => Date.now() - Date.parse(headers.get('date') ?? '') > SHOWN_AT_ONCE_MS;

/** What an answer needs of the event that asks for it. */
export interface Asking {
  request: Request;
  /** The browser's own request for the page, begun while the worker started. */
  preload: Promise<Response | undefined>;
  /** Keeps the worker alive until that is done. */
  until(work: Promise<unknown>): void;
  /** Says something to the page that asks, or that will be made of the answer. */
  say(what: WorkerSays): Promise<void>;
}

/** The network as somebody asked whom it knows nothing of: what comes is the same for everybody. */
const askAsAnybody = (url: string): Promise<Response> =>
  fetch(url, { credentials: 'omit', headers: { accept: 'application/json' } });
const keyOf = (url: string): string => url.replace(/#.*/, '');

/**
 * A public page. One that was seen is shown at once as it was then (the app asks for its data again), and asked for behind
 * it; who reloads, asks for a release, or was here days ago, gets the network's. Without a connection: as it was, or a page that says so.
 */
export async function answerPage({ request, preload, until, say }: Asking): Promise<Response> {
  const url = keyOf(request.url);
  const asked = preload.then((loaded) => loaded ?? fetch(request));
  if (asksForRelease(url)) {
    await shelves.page.forget();
    return asked.catch(offlinePage);
  }
  const kept = await shelves.page.find(url);
  if (!kept) return asked.then((answer) => keepPage(url, answer, until), offlinePage);
  const wantsNew =
    request.cache === 'reload' ||
    request.cache === 'no-cache' ||
    (request as Request & { isReloadNavigation?: boolean }).isReloadNavigation === true;
  if (!wantsNew && !isOld(kept)) {
    until(compare(url, kept.clone(), asked, say));
    return kept;
  }
  return asked.then(
    (answer) => keepPage(url, answer, until),
    () => {
      until(say('unreachable'));
      return kept;
    },
  );
}

/** A page that is somebody's own, or of which nothing may be old: always the network's. */
export const answerOwnPage = ({ request, preload }: Asking): Promise<Response> =>
  preload.then((loaded) => loaded ?? fetch(request)).catch(offlinePage);

/** Keeps a page that has come, or forgets the one that is no more. */
function keepPage(url: string, answer: Response, until: Asking['until']): Response {
  const copy = answer.clone();
  until(mayBeKept(copy) ? shelves.page.keep(url, copy) : shelves.page.forget((one) => one === url));
  return answer;
}

/** Holds what came against what is shown. With another release everything of the one before goes. */
async function compare(url: string, shown: Response, asked: Promise<Response>, say: Asking['say']): Promise<void> {
  const answer = await asked.catch(() => undefined);
  if (!answer || answer.status >= 500) return say('unreachable');
  if (answer.status !== 200) {
    // It is no more, or leads elsewhere: the page asks for it itself.
    await shelves.page.forget((one) => one === url);
    return say('another-release');
  }
  const [before, now] = await Promise.all([shown.text(), answer.clone().text()]);
  const changed = releaseOf(before) !== releaseOf(now);
  // Releases that are one visitor's alone (a canary's, a tester's) are in no kept page.
  if (changed || !mayBeKept(answer)) await forgetRelease(before, now);
  await shelves.page.keep(url, answer);
  if (changed) await say('another-release');
}

/** Forgets all pages, and all files that are of none of the releases now. */
async function forgetRelease(before: string, now: string): Promise<void> {
  await Promise.all([shelves.page.forget(), shelves.file.forget(isOfAnotherRelease(before, now))]);
}

/** A file whose name carries its hash: what is kept is what would come. */
export async function answerFile({ request, until }: Pick<Asking, 'request' | 'until'>): Promise<Response> {
  const kept = await shelves.file.find(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  until(shelves.file.keep(request.url, answer.clone()));
  return answer;
}

/** A picture as it was kept; one whose address does not say its version is asked for again behind it. */
export async function answerPicture({ request, until }: Pick<Asking, 'request' | 'until'>): Promise<Response> {
  const kept = await shelves.picture.find(request.url);
  const ask = async (): Promise<Response> => {
    const answer = await fetch(request);
    until(shelves.picture.keep(request.url, answer.clone()));
    return answer;
  };
  if (!kept) return ask();
  if (!/immutable/.test(kept.headers.get('cache-control') ?? '')) until(ask().catch(() => undefined));
  return kept;
}

/** Products as they are now. Only without a connection as they were, and the page says so. */
export async function answerRead({
  request,
  until,
  say,
}: Pick<Asking, 'request' | 'until' | 'say'>): Promise<Response> {
  try {
    const answer = await askAsAnybody(request.url);
    until(shelves.read.keep(request.url, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await shelves.read.find(request.url);
    if (!kept) throw error;
    until(say('unreachable'));
    return kept;
  }
}
