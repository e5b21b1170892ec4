import { prefetchQuery, takePrefetched } from './prefetch.js';

const loader = (value: string) => jest.fn(async () => value);

test('loads once for repeated prefetches and hands the response out once', async () => {
  const load = loader('a saree');
  prefetchQuery('product 1', load);
  prefetchQuery('product 1', load);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await takePrefetched('product 1')).toBe('a saree');
  expect(takePrefetched('product 1')).toBeUndefined();
});

test('hands out neither stale responses nor failures', async () => {
  jest.useFakeTimers();
  prefetchQuery('product 2', loader('old'));
  jest.advanceTimersByTime(3_001);
  expect(takePrefetched('product 2')).toBeUndefined();
  jest.useRealTimers();
  prefetchQuery('product 3', () => Promise.reject(new Error('offline')));
  await new Promise((resolve) => setTimeout(resolve));
  expect(takePrefetched('product 3')).toBeUndefined();
});

test('prefetches nothing when data saver is on', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const load = loader('x');
  prefetchQuery('product 4', load);
  expect(load).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'connection');
});
