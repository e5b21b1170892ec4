import { queueTaps } from './tap-queue.js';

/**
 * The first script of a server-rendered page. It loads everything else after the largest picture of the first view is
 * painted, since both share the line and the processor, and queues taps until hydration.
 */

const MAX_WAIT_MS = 1_500;
/** Content below the first view is shown after this in any case. */
const MAX_HIDDEN_MS = 2_500;
/** From the script's load to hydration: content below is then laid out once. */
const HYDRATION_MS = 1_000;

const { main = '', styles = '', prefetch = '', chunks = '' } = (document.currentScript as HTMLScriptElement).dataset;
const picture = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].find(
  (image) => image.offsetParent !== null,
);
let hasStarted = false;

function addToHead(tag: 'link' | 'script', attributes: Record<string, string>) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
  return element;
}

/** `data-waits` is in the style sheets. */
const showRest = () => document.documentElement.removeAttribute('data-waits');

function start() {
  if (hasStarted) return;
  hasStarted = true;
  const script = addToHead('script', { src: main, fetchpriority: 'high' });
  script.addEventListener('load', () => setTimeout(showRest, HYDRATION_MS));
  script.addEventListener('error', showRest);
  setTimeout(showRest, MAX_HIDDEN_MS);
  addToHead('link', { rel: 'stylesheet', href: styles });
  // Not a preload: a failed one would also fail the first retry.
  const prefetchAll = (files: string, attributes = {}) => {
    for (const href of files.split(' ').filter(Boolean))
      addToHead('link', { rel: 'prefetch', href, as: href.endsWith('.css') ? 'style' : 'script', ...attributes });
  };
  prefetchAll(prefetch);
  prefetchAll(chunks, { crossorigin: '' });
}

const startAfterPaint = (): unknown => requestAnimationFrame(() => setTimeout(start));

/** A cached script would run before the first paint. */
function startWhenPainted() {
  if (hasStarted) return;
  addToHead('link', { rel: 'preload', href: main, as: 'script', fetchpriority: 'high' });
  if (picture) picture.decode().then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
}

window.addEventListener('scroll', showRest, { passive: true, once: true });
// A background tab paints no frames.
setTimeout(start, MAX_WAIT_MS);
if (!picture || picture.complete) startWhenPainted();
else {
  picture.addEventListener('load', startWhenPainted);
  picture.addEventListener('error', startWhenPainted);
}

queueTaps();
