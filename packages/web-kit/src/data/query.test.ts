import { act, renderHook } from '@testing-library/react';
import { ApiError } from './api-error.js';
import { useQuery } from './query.js';

test('reports a failure and loads again on retry', async () => {
  const load = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(new ApiError('UNAVAILABLE', 'unavailable', 503))
    .mockResolvedValueOnce('sarees');
  const { result } = await act(async () => renderHook(() => useQuery('products', load)));
  expect(result.current).toMatchObject({ data: undefined, loading: false, error: { code: 'UNAVAILABLE' } });
  await act(async () => result.current.reload());
  expect(result.current).toMatchObject({ data: 'sarees', loading: false, error: undefined });
});

test('never shows the old key’s data under the new key', async () => {
  const settle = new Map<string, (value: string) => void>();
  const load = (key: string) => () => new Promise<string>((resolve) => settle.set(key, resolve));
  const { result, rerender } = renderHook(({ key }) => useQuery(key, load(key)), { initialProps: { key: 'one' } });
  rerender({ key: 'two' });
  await act(async () => settle.get('one')?.('first'));
  expect(result.current).toMatchObject({ data: undefined, loading: true });
  await act(async () => settle.get('two')?.('second'));
  expect(result.current.data).toBe('second');
});

test('retries a network failure when the connection returns', async () => {
  const load = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(new ApiError('NETWORK', 'offline'))
    .mockResolvedValueOnce('sarees');
  const { result } = await act(async () => renderHook(() => useQuery('products', load)));
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(result.current.data).toBe('sarees');
});
