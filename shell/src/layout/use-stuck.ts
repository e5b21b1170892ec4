// Beside the component: hot reload replaces only modules that export nothing but components.
import { useEffect, useState } from 'react';

/** Specification §9. */
const STICKY_AFTER_PX = 60;

export function useStuck() {
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    const update = () => setIsStuck(window.scrollY > STICKY_AFTER_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return isStuck;
}
