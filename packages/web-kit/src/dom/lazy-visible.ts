import { useEffect, useRef, useState, type RefObject } from 'react';
import { isServedPage } from '../data/served-data.js';

const INTERACTIONS = ['pointerdown', 'touchstart', 'scroll', 'wheel', 'keydown'] as const;

const IDLE_MS = 3_000;

/**
 * Loads a part of a server-rendered page in the viewport, after an interaction or after `IDLE_MS`. Put the ref on its
 * place.
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
