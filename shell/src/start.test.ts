export {}; // makes this file a module

/** Attributes of the script element in a server-rendered page. */
const attributes = { main: '/main.js', styles: '/main.css', prefetch: '/home.js', chunks: '/routes.js' };

const count = (selector: string): number => document.head.querySelectorAll(selector).length;
const PAGE_SCRIPT = 'script[src="/main.js"]';
const prefetched = (href: string): number => count(`link[rel="prefetch"][href="${href}"]`);

/** Runs the script on a page. @returns its picture, and functions that end its decoding and the script's transfer */
function startPage({ complete }: { complete: boolean }) {
  document.documentElement.setAttribute('data-waits', '');
  document.head.innerHTML = '';
  document.body.innerHTML = '<img fetchpriority="high" alt="">';
  const picture = document.querySelector('img') as HTMLImageElement;
  let decode: () => void = () => undefined;
  Object.defineProperties(picture, {
    complete: { value: complete },
    offsetParent: { value: document.body },
    decode: { value: () => new Promise<void>((resolve) => (decode = resolve)) },
  });
  // jsdom fetches no preloads.
  Object.defineProperty(HTMLLinkElement.prototype, 'relList', {
    configurable: true,
    value: { supports: () => true },
  });
  const script = document.createElement('script');
  Object.assign(script.dataset, attributes);
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  jest.resetModules();
  jest.requireActual('./start.js');
  const finishFetching = () => document.head.querySelector('link[rel="preload"]')?.dispatchEvent(new Event('load'));
  return { picture, finishDecoding: () => decode(), finishFetching };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the page’s script is fetched when the picture has loaded, and the files of its parts follow it', async () => {
  const { picture, finishDecoding, finishFetching } = startPage({ complete: false });
  expect(count('link, script')).toBe(0);
  picture.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(0);
  expect(count('link[rel="preload"][as="script"][href="/main.js"]')).toBe(1);
  expect(prefetched('/home.js')).toBe(0);
  finishDecoding();
  await jest.advanceTimersByTimeAsync(100);
  expect(prefetched('/home.js')).toBe(1);
  expect(count('link[rel="stylesheet"][href="/main.css"]')).toBe(1);
  expect([count(PAGE_SCRIPT), prefetched('/routes.js')]).toEqual([0, 0]);
  finishFetching();
  await jest.advanceTimersByTimeAsync(0);
  expect([count(PAGE_SCRIPT), prefetched('/routes.js')]).toEqual([1, 1]);
});

test('a cached script runs after the picture is painted', async () => {
  const { finishDecoding, finishFetching } = startPage({ complete: true });
  finishFetching();
  await jest.advanceTimersByTimeAsync(500);
  expect(count(PAGE_SCRIPT)).toBe(0);
  finishDecoding();
  await jest.advanceTimersByTimeAsync(100);
  expect(count(PAGE_SCRIPT)).toBe(1);
});

test('the wait for the picture is limited, and the script is loaded once', async () => {
  const { picture, finishFetching } = startPage({ complete: false });
  await jest.advanceTimersByTimeAsync(2_000);
  finishFetching();
  await jest.advanceTimersByTimeAsync(0);
  expect(count(PAGE_SCRIPT)).toBe(1);
  picture.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(count(PAGE_SCRIPT)).toBe(1);
});

test('content below the first view is uncovered after hydration, and shown at once on scroll', async () => {
  const waits = () => document.documentElement.dataset['waits'];
  const { finishDecoding, finishFetching } = startPage({ complete: true });
  await jest.advanceTimersByTimeAsync(0);
  finishDecoding();
  finishFetching();
  await jest.advanceTimersByTimeAsync(100);
  document.head.querySelector(PAGE_SCRIPT)?.dispatchEvent(new Event('load'));
  expect(waits()).toBe('');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(waits()).toBe('fonts');
  startPage({ complete: false });
  expect(waits()).toBe('');
  window.dispatchEvent(new Event('scroll'));
  expect(waits()).toBeUndefined();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(waits()).toBeUndefined();
});
