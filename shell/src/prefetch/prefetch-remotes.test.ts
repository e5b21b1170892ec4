import { provideRemotes } from '@rangavalli/web-kit/federation/remotes';
import { prefetchRemotes } from './prefetch-remotes.js';

let loaded: string[];
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  loaded = [];
  provideRemotes(async (remote, exposed) => {
    loaded.push(`${remote}/${exposed}`);
    return { default: () => null, preload: async (path) => void loaded.push(path) };
  });
  stop = prefetchRemotes([{ path: '/pattu-saree', title: 'Pattu', remote: 'mf_catalog' }]);
  document.body.innerHTML =
    '<a href="/pattu-saree"><b>Pattu</b></a><a href="/about">About</a>' +
    '<a href="https://elsewhere.example/all">Elsewhere</a><p>Text</p>';
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const dispatch = (type: string, selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

test('a touch on a link loads the remote that it leads to, and what the page needs of it', async () => {
  dispatch('touchstart', 'a b');
  expect(loaded).toEqual(['mf_catalog/routes']);
  await Promise.resolve();
  await Promise.resolve();
  expect(loaded).toEqual(['mf_catalog/routes', '/pattu-saree']);
});

test('the pointer or the focus must stay on a link', () => {
  dispatch('pointerover', 'a b');
  jest.advanceTimersByTime(50);
  dispatch('pointerover', 'p');
  jest.advanceTimersByTime(500);
  expect(loaded).toEqual([]);
  dispatch('focusin', 'a');
  jest.advanceTimersByTime(60);
  expect(loaded).toEqual(['mf_catalog/routes']);
});

test('other links load nothing', () => {
  for (const selector of ['a[href="/about"]', 'a[href^="https"]', 'p']) dispatch('touchstart', selector);
  expect(loaded).toEqual([]);
});

test('with data saver on nothing is loaded', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  dispatch('touchstart', 'a b');
  Reflect.deleteProperty(navigator, 'connection');
  expect(loaded).toEqual([]);
});
