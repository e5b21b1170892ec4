import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { Link, NavLink } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { prefetchSuggestions, SearchDialog } from '../search/SearchDialog.js';
import { useMenu } from '../pages/pages-context.js';
import { MobileMenu } from './MobileMenu.js';
import { messages } from './messages.js';
import { SessionLinks } from './SessionLinks.js';
import css from './Header.module.css';

/** As in `Header.module.css`. */
const WIDE = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** A phone has the account menu in its menu and does not load it here. */
function AccountPlace() {
  const isWide = useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(WIDE).matches ?? true,
    () => false,
  );
  return isWide ? (
    <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={<SessionLinks />} failed={() => <SessionLinks />} />
  ) : (
    <SessionLinks />
  );
}

function hasGuestCart() {
  try {
    return localStorage.getItem(storageKeys.guestCart) !== null;
  } catch {
    return false;
  }
}

/** Most first visits have no cart and do not load the badge. */
function CartCount() {
  const session = useSession();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const check = () => setIsNeeded((old) => old || hasGuestCart());
    check();
    window.addEventListener('storage', check);
    return () => window.removeEventListener('storage', check);
  }, []);
  // The confirmation of the added product is rendered first.
  useWindowEvent(windowEvents.cartChanged, () => startTransition(() => setIsNeeded(true)));
  return session || isNeeded ? <Fragment name="CartBadge" props={{}} /> : null;
}

export function Header({ isStuck }: { isStuck: boolean }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const menu = useMenu();
  return (
    <header className={css.header} data-stuck={isStuck}>
      <div className={css.row}>
        <button
          type="button"
          className={css.menuButton}
          onClick={() => setIsMenuOpen(true)}
          aria-label={messages.openMenu}
          aria-expanded={isMenuOpen}
        >
          <Icon name="menu" size={26} />
        </button>
        <Link to="/" className={css.brand}>
          {brand.name}
        </Link>
        <div className={css.tools}>
          <button
            type="button"
            className={css.tool}
            onClick={() => setIsSearching(true)}
            onPointerEnter={prefetchSuggestions}
            onFocus={prefetchSuggestions}
            aria-label={messages.search}
            aria-haspopup="dialog"
          >
            <Icon name="search" />
          </button>
          <Link to="/cart" className={css.tool}>
            <Icon name="cart" />
            <VisuallyHidden>{messages.cart}</VisuallyHidden>
            <span className={css.badge}>
              <CartCount />
            </span>
          </Link>
          <div className={css.session}>
            <AccountPlace />
          </div>
        </div>
      </div>
      <nav className={css.categories} aria-label={messages.collections}>
        {menu.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={css.border}>
        <WovenBorder flip />
      </div>
      {isSearching && <SearchDialog onClose={() => setIsSearching(false)} />}
      <MobileMenu open={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
    </header>
  );
}
