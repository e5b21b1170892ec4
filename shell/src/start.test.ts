export {}; // a module of its own: the script is none

/** What the server's page names beside its first script. */
const named = { main: '/main.js', styles: '/main.css', ahead: '/home.js' };

const asked = (selector: string): number => document.head.querySelectorAll(selector).length;
const PAGE_SCRIPT = 'script[src="/main.js"]';

/** A page whose first picture is `complete` or not, and its first script run. @returns the picture, and what lets its decoding end */
function begun({ complete }: { complete: boolean }) {
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
  const script = document.createElement('script');
  Object.assign(script.dataset, named);
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  jest.resetModules();
  jest.requireActual('./start.js');
  return { picture, decoded: () => decode() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the page’s script is fetched when the picture has come, and runs when it has been seen', async () => {
  const { picture, decoded } = begun({ complete: false });
  expect(asked('link, script')).toBe(0);
  picture.dispatchEvent(new Event('load'));
  expect(asked('link[rel="preload"][as="script"][href="/main.js"]')).toBe(1);
  expect(asked(PAGE_SCRIPT)).toBe(0);
  decoded();
  await jest.advanceTimersByTimeAsync(100);
  expect(asked(PAGE_SCRIPT)).toBe(1);
  expect(asked('link[rel="stylesheet"][href="/main.css"]')).toBe(1);
});

test('a picture that is there from the last visit is seen first all the same', async () => {
  const { decoded } = begun({ complete: true });
  await jest.advanceTimersByTimeAsync(500);
  expect(asked(PAGE_SCRIPT)).toBe(0);
  decoded();
  await jest.advanceTimersByTimeAsync(100);
  expect(asked(PAGE_SCRIPT)).toBe(1);
});

test('nobody waits for a picture for ever, and the script is asked for once', async () => {
  const { picture } = begun({ complete: false });
  await jest.advanceTimersByTimeAsync(2_000);
  expect(asked(PAGE_SCRIPT)).toBe(1);
  picture.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(asked(PAGE_SCRIPT)).toBe(1);
});

test('what is far down comes when the page has come alive, and at once for whoever scrolls', async () => {
  const waits = () => document.documentElement.hasAttribute('data-waits');
  const { decoded } = begun({ complete: true });
  decoded();
  await jest.advanceTimersByTimeAsync(100);
  document.head.querySelector(PAGE_SCRIPT)?.dispatchEvent(new Event('load'));
  expect(waits()).toBe(true);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(waits()).toBe(false);
  begun({ complete: false });
  expect(waits()).toBe(true);
  window.dispatchEvent(new Event('scroll'));
  expect(waits()).toBe(false);
});
