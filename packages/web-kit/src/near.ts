import { useEffect, useRef, useState, type RefObject } from 'react';
import { isServedPage } from './served-data.js';

/** What a visitor does who is about to reach for something. */
const SIGNS = ['pointerdown', 'touchstart', 'scroll', 'wheel', 'keydown'] as const;

/**
 * Whether a part of the first page is wanted by now: it is in view, or the visitor has begun to do something. True at once where it
 * may come at once: `waits` is false, or the page was not rendered by the server. Put the ref on its place.
 */
export function useNear(waits: boolean): [place: RefObject<HTMLDivElement | null>, near: boolean] {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => !waits || !isServedPage() || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near) return undefined;
    const come = () => setNear(true);
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && come());
    if (place.current) observer.observe(place.current);
    for (const sign of SIGNS) window.addEventListener(sign, come, { passive: true, once: true });
    return () => {
      observer.disconnect();
      for (const sign of SIGNS) window.removeEventListener(sign, come);
    };
  }, [near]);
  return [place, near];
}
