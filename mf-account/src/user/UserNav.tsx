import { NavLink } from '@rangavalli/web-kit/federation/router';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import css from './UserNav.module.css';

const places: { to: string; label: string; icon: IconName }[] = [
  { to: '/user/dashboard', label: 'Dashboard', icon: 'home' },
  { to: '/user/orders', label: 'Orders', icon: 'box' },
  { to: '/user/wishlist', label: 'Wishlist', icon: 'heart' },
  { to: '/user/address', label: 'Address', icon: 'pin' },
  { to: '/user/profile', label: 'Profile', icon: 'user' },
];

/** The user area's sidebar (specification §2); on a phone a bar under the thumb, and the ways out at the top. */
export function UserNav({ name, onLogOut }: { name: string; onLogOut: () => void }) {
  return (
    <nav className={css.nav} aria-label="My account">
      {name && (
        <p className={css.who}>
          <span className={css.initial} aria-hidden="true">
            {name.charAt(0)}
          </span>
          {name}
        </p>
      )}
      <ul className={css.places} data-bottom-bar>
        {places.map(({ to, label, icon }) => (
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
            Go to Home
          </NavLink>
        </li>
        <li>
          <button type="button" className={css.link} onClick={onLogOut}>
            <Icon name="logout" size={20} />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}
