import { askAhead, takeAhead } from './ahead.js';

const answering = (value: string) => jest.fn(async () => value);

test('what was asked ahead is used once, and asked once however often somebody is about to go', async () => {
  const ask = answering('a saree');
  askAhead('product 1', ask);
  askAhead('product 1', ask);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await takeAhead('product 1')).toBe('a saree');
  expect(takeAhead('product 1')).toBeUndefined();
});

test('it is not used when it is old, or did not come', async () => {
  jest.useFakeTimers();
  askAhead('product 2', answering('old'));
  jest.advanceTimersByTime(3_001);
  expect(takeAhead('product 2')).toBeUndefined();
  jest.useRealTimers();
  askAhead('product 3', () => Promise.reject(new Error('away')));
  await new Promise((resolve) => setTimeout(resolve));
  expect(takeAhead('product 3')).toBeUndefined();
});

test('whoever saves data is left alone', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const ask = answering('x');
  askAhead('product 4', ask);
  expect(ask).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'connection');
});
