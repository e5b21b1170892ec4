import { useEffect, useState, type RefObject } from 'react';

/** The observer speaks up each time this much more of the element, in fiftieths, has come into view or gone. */
const STEPS = Array.from({ length: 51 }, (_value, step) => step / 50);
/** An element taller than the window may never show its share of itself: half a window full of it is enough. */
const WINDOW_SHARE = 0.5;

/** Whether at least `threshold` (0 to 1) of the element is in view; true where the browser cannot tell. */
export function useInView(element: RefObject<Element | null>, threshold: number): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') setInView(true);
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last)
          setInView(
            last.intersectionRatio >= threshold || last.intersectionRect.height >= WINDOW_SHARE * window.innerHeight,
          );
      },
      { threshold: [...STEPS, threshold] },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, threshold]);
  return inView;
}
