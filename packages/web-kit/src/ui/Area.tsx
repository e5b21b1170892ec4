import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from '@rangavalli/web-kit/router';
import { Icon, type IconName } from './Icon.js';
import css from './Area.module.css';

export interface AreaLink {
  to: string;
  label: string;
  icon: IconName;
}

interface AreaProps {
  /** What the navigation leads through, for screen readers. */
  name: string;
  /** The slice that the area belongs to. */
  boundary: string;
  links: readonly AreaLink[];
  /** What stands below the links: Logout. */
  action?: { label: string; icon: IconName; run: () => void };
  children: ReactNode;
}

/** An area of its own: a sidebar (a strip on a phone) and the screen beside it. */
export function Area({ name, boundary, links, action, children }: AreaProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a phone the strip may be wider than the window: where one is stands in its middle.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current)
      nav.current.scrollLeft =
        current.offsetLeft - nav.current.offsetLeft + (current.offsetWidth - nav.current.clientWidth) / 2;
  }, [pathname]);
  return (
    <div className={css.area} data-boundary={boundary}>
      <nav ref={nav} className={css.sidebar} aria-label={name}>
        {links.map(({ to, label, icon }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            className={({ isActive }) => (isActive && to !== '/' ? css.current : css.link)}
          >
            <Icon name={icon} size={18} />
            {label}
          </NavLink>
        ))}
        {action && (
          <button type="button" className={css.link} onClick={action.run}>
            <Icon name={action.icon} size={18} />
            {action.label}
          </button>
        )}
      </nav>
      <div className={css.screen}>{children}</div>
    </div>
  );
}
