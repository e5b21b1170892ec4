/**
 * The first script of a page that the server has rendered, of some hundred bytes: it lets the largest picture of the first view
 * come alone, and asks for everything else after it. On a slow line they would share the line, and all come late.
 * Its element says what there is: `data-main` the page's script, `data-styles` the whole style sheet (fonts too; the page carries
 * what it needs first), `data-ahead` what the page's remote will want.
 */

/** Nobody waits longer than this for a picture, ms. */
const PATIENCE_MS = 1_500;

const { main = '', styles = '', ahead = '' } = (document.currentScript as HTMLScriptElement).dataset;
const picture = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].find((one) => one.offsetParent !== null);
let begun = false;

function add(tag: 'link' | 'script', attributes: Record<string, string>): void {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
}

function begin(): void {
  if (begun) return;
  begun = true;
  add('script', { src: main });
  add('link', { rel: 'stylesheet', href: styles });
  // A failed preload would poison the first retry of a remote; a prefetch does not.
  for (const href of ahead.split(' ').filter(Boolean)) add('link', { rel: 'prefetch', href, as: href.endsWith('.css') ? 'style' : 'script' });
}

if (!picture || picture.complete) begin();
else {
  picture.addEventListener('load', begin);
  picture.addEventListener('error', begin);
  setTimeout(begin, PATIENCE_MS);
}
