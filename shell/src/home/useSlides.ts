import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Specification §9. */
export const SLIDE_MS = 6000;
export const FADE_GAP_MS = 100;

/**
 * Does not start by itself for visitors who prefer reduced motion.
 * @param slider starts held when mouse or focus is in it; afterwards the caller holds it by its events
 */
export function useSlides(count: number, slider: RefObject<HTMLElement | null>) {
  const [index, setIndex] = useState(0);
  const [isVisible, setVisible] = useState(true);
  const [isPlaying, setPlaying] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const gap = useRef<ReturnType<typeof setTimeout>>(undefined);

  const move = useCallback(
    (step: number) => {
      clearTimeout(gap.current);
      setVisible(false);
      gap.current = setTimeout(() => {
        setIndex((old) => (old + step + count) % count);
        setVisible(true);
      }, FADE_GAP_MS);
    },
    [count],
  );

  useEffect(() => {
    if (!isPlaying || isHeld) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) move(1);
    }, SLIDE_MS);
    return () => clearInterval(timer);
  }, [isPlaying, isHeld, index, move]);

  // Unknown to the server. Mouse or focus may have come before the page was hydrated; a touch leaves `:hover` behind.
  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
    if (window.matchMedia?.('(hover: hover)').matches && slider.current?.matches(':hover,:focus-within')) setHeld(true);
  }, [slider]);

  useEffect(() => () => clearTimeout(gap.current), []);

  const next = useCallback(() => move(1), [move]);
  const previous = useCallback(() => move(-1), [move]);
  return { index, isVisible, isPlaying, isHeld, next, previous, setPlaying, setHeld };
}
