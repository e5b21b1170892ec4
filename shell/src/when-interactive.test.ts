import { whenInteractive } from './when-interactive.js';

const hydrate = (element: Element | null) => Object.assign(element ?? {}, { __reactProps$x: {} });

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML =
    '<main><div data-boundary="a"><section><div data-boundary="b"><form></form></div></section></div></main>';
});
afterEach(() => jest.useRealTimers());

test('waits for the innermost part of the page, which hydrates last', async () => {
  const callback = jest.fn();
  whenInteractive(callback);
  hydrate(document.querySelector('section'));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(callback).not.toHaveBeenCalled();
  hydrate(document.querySelector('form'));
  await jest.advanceTimersByTimeAsync(100);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('does not wait for a part that never arrives', async () => {
  const callback = jest.fn();
  whenInteractive(callback);
  await jest.advanceTimersByTimeAsync(3_500);
  expect(callback).toHaveBeenCalledTimes(1);
});
