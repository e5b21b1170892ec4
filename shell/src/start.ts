import { queueTaps } from './tap-queue.js';

/**
 * The first script of a server-rendered page. It loads everything else after the largest picture of the first view is
 * painted, since both share the line and the processor, and queues taps until hydration. The files of the page's parts
 * follow its script and arrive while it runs.
 */

const MAX_WAIT_MS = 1_500;
/** Content below the first view is hidden at most for this time. */
const MAX_HIDDEN_MS = 2_500;
/** From the script's load to hydration. */
const HYDRATION_MS = 1_000;

const { main = '', styles = '', prefetch = '', chunks = '' } = (document.currentScript as HTMLScriptElement).dataset;
const picture = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].find(
  (image) => image.offsetParent !== null,
);

function addToHead(tag: 'link' | 'script', attributes: Record<string, string>) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
  return element;
}

/** Not as preloads: a failed one would also fail the first retry. */
function prefetchAll(files: string, attributes = {}) {
  for (const href of files.split(' ').filter(Boolean))
    addToHead('link', { rel: 'prefetch', href, as: href.endsWith('.css') ? 'style' : 'script', ...attributes });
}

const settled = (element: HTMLElement) =>
  new Promise((resolve) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', resolve);
  });

/** What `data-waits` hides (style sheets) is laid out from now on when it comes into view. See `show-rest.ts`. */
function uncoverRest() {
  const { dataset } = document.documentElement;
  if (dataset['waits'] === '') dataset['waits'] = 'fonts';
}

/** At once: a place to return to is found by the heights of what is above it. */
const showAll = () => document.documentElement.removeAttribute('data-waits');

const isPreloadSupported = () => document.createElement('link').relList?.supports('preload');

const painted = async () => {
  await picture?.decode().catch(() => undefined);
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
};

async function start() {
  // A background tab paints no frames.
  const waited = new Promise((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  if (picture && !picture.complete) await Promise.race([settled(picture), waited]);
  const preload = addToHead('link', { rel: 'preload', href: main, as: 'script', fetchpriority: 'high' });
  const fetched = isPreloadSupported() ? settled(preload) : undefined;
  // A cached script would run before the first paint.
  await Promise.race([painted(), waited]);
  prefetchAll(prefetch);
  addToHead('link', { rel: 'stylesheet', href: styles });
  await fetched;
  prefetchAll(chunks, { crossorigin: '' });
  const script = addToHead('script', { src: main, fetchpriority: 'high' });
  script.addEventListener('load', () => setTimeout(uncoverRest, HYDRATION_MS));
  script.addEventListener('error', uncoverRest);
  setTimeout(uncoverRest, MAX_HIDDEN_MS);
}

window.addEventListener('scroll', showAll, { passive: true, once: true });
void start(); // never rejects
queueTaps();
