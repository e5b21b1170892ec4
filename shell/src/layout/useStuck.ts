import { useEffect, useState } from 'react';

/** The header sticks after scrolling more than this, pixels (specification §9). */
export const STICKS_AFTER_PX = 60;

/** Whether the page has been scrolled so far that the header sticks. */
export function useStuck(): boolean {
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const look = () => setStuck(window.scrollY > STICKS_AFTER_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return stuck;
}
