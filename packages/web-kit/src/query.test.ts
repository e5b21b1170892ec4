import { act, renderHook } from '@testing-library/react';
import { ApiError } from './api-error.js';
import { useQuery } from './query.js';

test('loads, fails, and loads again on retry', async () => {
  const load = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(new ApiError('UNAVAILABLE', 'resting', 503))
    .mockResolvedValueOnce('sarees');
  const { result } = await act(async () => renderHook(() => useQuery('products', load)));
  expect(result.current).toMatchObject({ data: undefined, loading: false, error: { code: 'UNAVAILABLE' } });
  await act(async () => result.current.reload());
  expect(result.current).toMatchObject({ data: 'sarees', loading: false, error: undefined });
});

test('what was asked for before never shows under the new key', async () => {
  const settle = new Map<string, (value: string) => void>();
  const load = (key: string) => () => new Promise<string>((resolve) => settle.set(key, resolve));
  const { result, rerender } = renderHook(({ key }) => useQuery(key, load(key)), { initialProps: { key: 'one' } });
  rerender({ key: 'two' });
  await act(async () => settle.get('one')?.('first'));
  expect(result.current).toMatchObject({ data: undefined, loading: true });
  await act(async () => settle.get('two')?.('second'));
  expect(result.current.data).toBe('second');
});

test('a failure for want of a connection is tried again when it is back', async () => {
  const load = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(new ApiError('NETWORK', 'offline'))
    .mockResolvedValueOnce('sarees');
  const { result } = await act(async () => renderHook(() => useQuery('products', load)));
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(result.current.data).toBe('sarees');
});
