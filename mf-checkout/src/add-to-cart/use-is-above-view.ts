import { useEffect, useState, type RefObject } from 'react';

/** Returns whether the element was scrolled past. */
export function useIsAboveView(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsAbove(!entry.isIntersecting && entry.boundingClientRect.bottom < 0);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
