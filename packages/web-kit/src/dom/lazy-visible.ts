import { useEffect, useRef, useState, type RefObject } from 'react';
import { isServedPage } from '../data/served-data.js';

const INTERACTIONS = ['pointerdown', 'touchstart', 'scroll', 'wheel', 'keydown'] as const;

/** The page is idle by then, ms. */
const IDLE_MS = 3_000;

/**
 * Returns whether a part of a server-rendered page should load: it is in the viewport, the visitor has interacted
 * with the page, or `IDLE_MS` have passed. True at once when `isLazy` is false. Put the ref on its place.
 */
export function useLazyVisible(isLazy: boolean): [place: RefObject<HTMLDivElement | null>, visible: boolean] {
  const place = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(
    () => !isLazy || !isServedPage() || typeof IntersectionObserver === 'undefined',
  );
  useEffect(() => {
    if (visible) return undefined;
    const show = () => setVisible(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show());
    if (place.current) observer.observe(place.current);
    for (const interaction of INTERACTIONS) window.addEventListener(interaction, show, { passive: true, once: true });
    const timer = setTimeout(show, IDLE_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const interaction of INTERACTIONS) window.removeEventListener(interaction, show);
    };
  }, [visible]);
  return [place, visible];
}
