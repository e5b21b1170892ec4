import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from '@rangavalli/web-kit/federation/router';
import { Icon, type IconName } from './Icon.js';
import css from './Area.module.css';

export interface AreaLink {
  to: string;
  label: string;
  icon: IconName;
}

interface AreaProps {
  name: string;
  boundary: string;
  links: readonly AreaLink[];
  action?: { label: string; icon: IconName; run: () => void };
  children: ReactNode;
}

export function Area({ name, boundary, links, action, children }: AreaProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a phone the strip may be wider than the window.
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
