import type { ReactNode } from 'react';
import { NavLink } from '@rangavalli/web-kit/router';
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
  return (
    <div className={css.area} data-boundary={boundary}>
      <nav className={css.sidebar} aria-label={name}>
        {links.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} end={to === '/'} className={({ isActive }) => (isActive && to !== '/' ? css.current : css.link)}>
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
