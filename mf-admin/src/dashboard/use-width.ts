import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How wide an element stands on the page, in CSS pixels; `guess` until that is known. It follows every change. */
export function useWidth<E extends Element>(guess: number): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(guess);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const now = Math.round(element.getBoundingClientRect().width);
      if (now > 0) setWidth(now);
    };
    // Before the first paint: nothing is drawn in the guessed width.
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
