import { useCallback, useEffect, useRef, useState } from 'react';

/** A slide stays for this long, and this much lies between two of them, ms (specification §9). */
export const SLIDE_MS = 6000;
export const FADE_GAP_MS = 100;

export interface Slides {
  index: number;
  /** False during the gap between two slides. */
  visible: boolean;
  playing: boolean;
  /** True while the visitor points at the slides or has the keyboard's focus in them. */
  held: boolean;
  next: () => void;
  previous: () => void;
  setPlaying: (playing: boolean) => void;
  setHeld: (held: boolean) => void;
}

const prefersStillness = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Which of `count` slides is shown. Advances by itself every six seconds unless it is paused or held; both ways
 * wrap around. It does not begin by itself for people who ask for reduced motion.
 */
export function useSlides(count: number): Slides {
  const [index, setIndex] = useState(0);
  const [visible, setVisible] = useState(true);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
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
    if (!playing || held) return undefined;
    // Counted anew after each change, so that a slide chosen by hand has its full time too.
    const timer = setInterval(() => {
      if (!document.hidden) move(1);
    }, SLIDE_MS);
    return () => clearInterval(timer);
  }, [playing, held, index, move]);

  // Known to browsers only, and so after the server's HTML has been taken over.
  useEffect(() => {
    if (prefersStillness()) setPlaying(false);
  }, []);

  useEffect(() => () => clearTimeout(gap.current), []);

  const next = useCallback(() => move(1), [move]);
  const previous = useCallback(() => move(-1), [move]);
  return { index, visible, playing, held, next, previous, setPlaying, setHeld };
}
