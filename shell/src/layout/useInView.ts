import { useEffect, useState, type RefObject } from 'react';

/** Whether at least `threshold` (0 to 1) of the element is in view; true where the browser cannot tell. */
export function useInView(element: RefObject<Element | null>, threshold: number): boolean {
  const [inView, setInView] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        // A footer taller than the window can never show its share of itself: a window full of it is enough.
        if (last) setInView(last.intersectionRatio >= threshold || last.intersectionRect.height >= 0.6 * window.innerHeight);
      },
      { threshold: [0, threshold / 2, threshold, 0.5] },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, threshold]);
  return inView;
}
