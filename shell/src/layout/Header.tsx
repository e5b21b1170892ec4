import { useState } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link, NavLink } from '@rangavalli/web-kit/federation/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { prefetchSuggestions, SearchDialog } from '../search/SearchDialog.js';
import { AccountPlace } from './AccountPlace.js';
import { useMenu } from '../pages/pages-context.js';
import { CartCount } from './CartCount.js';
import { MobileMenu } from './MobileMenu.js';
import { messages } from './messages.js';
import css from './Header.module.css';

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
            <span className={css.unseen}>{messages.cart}</span>
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
