import { useEffect, useRef, useState, type ReactNode } from 'react';
import css from './ProductPage.module.css';

/** Before it is in view, px. */
const MARGIN = '600px';

/** Shows its content once the shopper scrolls near it, so that the first view loads less. */
export function BelowFold({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') {
      setIsNear(true);
      return undefined;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className={css.belowFold}>
      {isNear && children}
    </div>
  );
}
