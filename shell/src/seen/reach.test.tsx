import { act, render, screen } from '@testing-library/react';
import { OfflineBanner } from '../layout/OfflineBanner.js';
import { shopDidNotAnswer } from './reach.js';

test('a shop that does not answer is said like a lost connection, asked again, and screens ask again when it is back', async () => {
  jest.useFakeTimers();
  let answers = false;
  globalThis.fetch = jest.fn(async () => {
    if (!answers) throw new TypeError('Failed to fetch');
    return { ok: true } as Response;
  });
  const back = jest.fn();
  window.addEventListener('online', back);
  render(<OfflineBanner />);
  expect(screen.getByRole('status').textContent).toBe('');

  act(() => shopDidNotAnswer());
  expect(screen.getByRole('status').textContent).toMatch(/You are offline/);
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status').textContent).toMatch(/You are offline/);
  expect(back).not.toHaveBeenCalled();

  answers = true;
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(back).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
