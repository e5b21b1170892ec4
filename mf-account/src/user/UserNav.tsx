import { NavLink } from '@rangavalli/web-kit/federation/router';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import { messages } from './messages.js';
import css from './UserNav.module.css';

const links: { to: string; label: string; icon: IconName }[] = [
  { to: '/user/dashboard', label: messages.dashboard, icon: 'home' },
  { to: '/user/orders', label: messages.orders, icon: 'box' },
  { to: '/user/wishlist', label: messages.wishlist, icon: 'heart' },
  { to: '/user/address', label: messages.address, icon: 'pin' },
  { to: '/user/profile', label: messages.profile, icon: 'user' },
];

/** Specification §2. */
export function UserNav({ name, onLogOut }: { name: string; onLogOut: () => void }) {
  return (
    <nav className={css.nav} aria-label={messages.navigation}>
      {name && (
        <p className={css.who}>
          <span className={css.initial} aria-hidden="true">
            {name.charAt(0)}
          </span>
          {name}
        </p>
      )}
      <ul className={css.places} data-bottom-bar>
        {links.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className={({ isActive }) => (isActive ? css.current : css.link)}>
              <Icon name={icon} size={20} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <ul className={css.out}>
        <li>
          <NavLink to="/" end className={css.link}>
            <Icon name="left" size={20} />
            {messages.home}
          </NavLink>
        </li>
        <li>
          <button type="button" className={css.link} onClick={onLogOut}>
            <Icon name="logout" size={20} />
            {messages.logout}
          </button>
        </li>
      </ul>
    </nav>
  );
}
