import { useEffect, useState, type RefObject } from 'react';

const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);
/** An element taller than the viewport counts when it fills half of it. */
const VIEWPORT_SHARE = 0.5;

/** Whether a share of the element (0 to 1) is in the viewport; true in browsers without IntersectionObserver. */
export function useInView(element: RefObject<Element | null>, share: number): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') setIsInView(true);
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const { intersectionRatio = 0, intersectionRect } = entries.at(-1) ?? {};
        const height = intersectionRect?.height ?? 0;
        setIsInView(intersectionRatio >= share || height >= VIEWPORT_SHARE * window.innerHeight);
      },
      { threshold: [...THRESHOLDS, share] },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, share]);
  return isInView;
}
