import { useCallback, useEffect, useRef, useState } from 'react';

/** Specification §9. */
export const SLIDE_MS = 6000;
export const FADE_GAP_MS = 100;

/** Does not start by itself for visitors who prefer reduced motion. */
export function useSlides(count: number) {
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

  // Not in the server's HTML.
  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);

  useEffect(() => () => clearTimeout(gap.current), []);

  const next = useCallback(() => move(1), [move]);
  const previous = useCallback(() => move(-1), [move]);
  return { index, isVisible, isPlaying, isHeld, next, previous, setPlaying, setHeld };
}
