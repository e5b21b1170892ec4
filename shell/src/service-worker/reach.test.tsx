import { act, render, screen } from '@testing-library/react';
import { OfflineBanner } from '../layout/StoreLayout.js';
import { reportUnreachable } from './reach.js';

test('an unreachable shop shows the offline banner, is polled, and makes screens reload when it is back', async () => {
  jest.useFakeTimers();
  let isUp = false;
  globalThis.fetch = jest.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return { ok: true } as Response;
  });
  const onOnline = jest.fn();
  window.addEventListener('online', onOnline);
  render(<OfflineBanner />);
  expect(screen.getByRole('status').textContent).toBe('');

  act(() => reportUnreachable());
  expect(screen.getByRole('status').textContent).toMatch(/You are offline/);
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status').textContent).toMatch(/You are offline/);
  expect(onOnline).not.toHaveBeenCalled();

  isUp = true;
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(onOnline).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
