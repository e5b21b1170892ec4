import { act, renderHook } from '@testing-library/react';
import { isVisible, offsetFrom } from './TrendingCarousel.js';
import { FADE_GAP_MS, SLIDE_MS, useSlides } from './useSlides.js';

describe('the hero slider', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const slider = { current: null };
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  test('advances after six seconds, with a gap of 100 ms', () => {
    const { result } = renderHook(() => useSlides(4, slider));
    pass(SLIDE_MS);
    expect(result.current).toMatchObject({ index: 0, isVisible: false });
    pass(FADE_GAP_MS);
    expect(result.current).toMatchObject({ index: 1, isVisible: true });
  });

  test('wraps both ways', () => {
    const { result } = renderHook(() => useSlides(4, slider));
    act(() => result.current.previous());
    pass(FADE_GAP_MS);
    expect(result.current.index).toBe(3);
    act(() => result.current.next());
    pass(FADE_GAP_MS);
    expect(result.current.index).toBe(0);
  });

  test('does not advance while paused', () => {
    const { result } = renderHook(() => useSlides(4, slider));
    act(() => result.current.setPlaying(false));
    pass(10 * SLIDE_MS);
    expect(result.current.index).toBe(0);
  });
});

describe('the trending carousel', () => {
  test('seven of thirteen pictures are visible around any centre', () => {
    for (const centre of [0, 6, 12]) {
      const offsets = Array.from({ length: 13 }, (_value, index) => offsetFrom(centre, index));
      expect(offsets.filter(isVisible).sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
      expect(offsets[centre]).toBe(0);
    }
  });
});
