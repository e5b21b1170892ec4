import { useEffect, useState, type RefObject } from 'react';

const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);
const VIEWPORT_SHARE = 0.5;

/**
 * True in browsers without IntersectionObserver.
 * @param share 0 to 1
 */
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
