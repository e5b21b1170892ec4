import { act, renderHook } from '@testing-library/react';
import { useStuck } from './use-stuck.js';

test('the header sticks after more than 60 pixels, not before', () => {
  const { result } = renderHook(() => useStuck());
  const scrollTo = (y: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      window.dispatchEvent(new Event('scroll'));
    });
  scrollTo(60);
  expect(result.current).toBe(false);
  scrollTo(61);
  expect(result.current).toBe(true);
});
