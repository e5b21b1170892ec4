import { provideRemotes } from '@rangavalli/web-kit/federation/remotes';
import { warmLinks } from './warm-links.js';

let loaded: string[];
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  loaded = [];
  provideRemotes(async (remote, exposed) => {
    loaded.push(`${remote}/${exposed}`);
    return { default: () => null };
  });
  stop = warmLinks();
  document.body.innerHTML =
    '<a href="/pattu-saree"><b>Pattu</b></a><a href="/about">About</a><a href="https://elsewhere.example/all">Elsewhere</a><p>Text</p>';
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const happens = (what: string, selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(what, { bubbles: true }));

test('a finger on a link loads the remote that it leads to', () => {
  happens('touchstart', 'a b');
  expect(loaded).toEqual(['mf_catalog/routes']);
});

test('a mouse has to stay on it, and so has the focus', () => {
  happens('pointerover', 'a b');
  jest.advanceTimersByTime(50);
  happens('pointerover', 'p');
  jest.advanceTimersByTime(500);
  expect(loaded).toEqual([]);
  happens('focusin', 'a');
  jest.advanceTimersByTime(60);
  expect(loaded).toEqual(['mf_catalog/routes']);
});

test('links that lead to no remote load nothing', () => {
  for (const selector of ['a[href="/about"]', 'a[href^="https"]', 'p']) happens('touchstart', selector);
  expect(loaded).toEqual([]);
});

test('nor does anything for whoever saves data', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  happens('touchstart', 'a b');
  Reflect.deleteProperty(navigator, 'connection');
  expect(loaded).toEqual([]);
});
