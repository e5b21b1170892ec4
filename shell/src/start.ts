/**
 * The first script of a page that the server has rendered, of some hundred bytes: it keeps a tap until the page is
 * alive, lets the largest picture of the first view come alone and be seen, and asks for everything else after it. On a slow line
 * they would share the line, and all come late; on a slow phone they would share its processor.
 * Its element says what there is: `data-main` the page's script, `data-styles` the whole style sheet (the page carries what it needs first), `data-ahead` what the page's remote will want.
 */

/** Nobody waits longer than this for a picture, ms. */
const PATIENCE_MS = 1_500;

/** What is far down waits no longer than this after that, ms. */
const REST_MS = 2_500;

/** By then, ms after its script has come, the page is alive, with its styles and letters: what is far down is laid out once, and not for each of them. */
const ALIVE_MS = 1_000;

const { main = '', styles = '', ahead = '' } = (document.currentScript as HTMLScriptElement).dataset;
const picture = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].find(
  (one) => one.offsetParent !== null,
);
let begun = false;

function add(tag: 'link' | 'script', attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
  return element;
}

/** The page's script comes while the picture is made ready to be seen; it runs once that is done. */
const preload = (): unknown => add('link', { rel: 'preload', href: main, as: 'script', fetchpriority: 'high' });

/** Lets what is far down come, with its pictures: it must not be in the way of the page's script either. Whoever scrolls has it at once. */
const showRest = (): void => document.documentElement.removeAttribute('data-waits');

function begin(): void {
  if (begun) return;
  begun = true;
  const script = add('script', { src: main, fetchpriority: 'high' });
  script.addEventListener('load', () => setTimeout(showRest, ALIVE_MS));
  script.addEventListener('error', showRest);
  setTimeout(showRest, REST_MS);
  add('link', { rel: 'stylesheet', href: styles });
  // A failed preload would poison the first retry of a remote; a prefetch does not.
  for (const href of ahead.split(' ').filter(Boolean))
    add('link', { rel: 'prefetch', href, as: href.endsWith('.css') ? 'style' : 'script' });
}

/** A task after a frame's callbacks comes when that frame is painted. */
const beginAfterFrame = (): unknown => requestAnimationFrame(() => setTimeout(begin));

/** What is there is not seen yet: with everything from the last visit at hand, the page's script would run before the first paint. */
function beginWhenSeen(): void {
  if (begun) return;
  preload();
  if (picture) picture.decode().then(beginAfterFrame, beginAfterFrame);
  else beginAfterFrame();
}

window.addEventListener('scroll', showRest, { passive: true, once: true });
// A page in the background has no frames.
setTimeout(begin, PATIENCE_MS);
if (!picture || picture.complete) beginWhenSeen();
else {
  picture.addEventListener('load', beginWhenSeen);
  picture.addEventListener('error', beginWhenSeen);
}

/** How often it is looked whether what was tapped is alive, ms. */
const LOOK_MS = 50;
/** React has written on the element what it does. */
const isAlive = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactProps'));
let tapped: HTMLButtonElement | undefined;

function tapWhenAlive(): void {
  const button = tapped;
  if (!button?.isConnected) return;
  if (!isAlive(button)) return void setTimeout(tapWhenAlive, LOOK_MS);
  tapped = undefined;
  // It is drawn once what React has taken over is in place.
  setTimeout(() => button.click(), LOOK_MS);
}

// A button can be seen before the page's script is there. A tap on it is not lost: the last one is done when the button can do it.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || isAlive(button)) return;
    event.preventDefault();
    event.stopPropagation();
    const first = tapped === undefined;
    tapped = button;
    if (first) tapWhenAlive();
  },
  true,
);
