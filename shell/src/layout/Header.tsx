import { useState } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link, NavLink } from '@rangavalli/web-kit/federation/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { expectSearch, SearchDialog } from '../search/SearchDialog.js';
import { AccountPlace } from './AccountPlace.js';
import { CartCount } from './CartCount.js';
import { categories } from './categories.js';
import { MobileMenu } from './MobileMenu.js';
import css from './Header.module.css';

/** Brand, search, cart, session and the category bar. */
export function Header({ stuck }: { stuck: boolean }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  return (
    <header className={css.header} data-stuck={stuck}>
      <div className={css.row}>
        <button
          type="button"
          className={css.menuButton}
          onClick={() => setMenuOpen(true)}
          aria-label="Open menu"
          aria-expanded={menuOpen}
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
            onClick={() => setSearching(true)}
            onPointerEnter={expectSearch}
            onFocus={expectSearch}
            aria-label="Search"
            aria-haspopup="dialog"
          >
            <Icon name="search" />
          </button>
          <Link to="/cart" className={css.tool}>
            <Icon name="cart" />
            <span className={css.unseen}>Cart</span>
            <span className={css.badge}>
              <CartCount />
            </span>
          </Link>
          <div className={css.session}>
            <AccountPlace />
          </div>
        </div>
      </div>
      <nav className={css.categories} aria-label="Collections">
        {categories.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={css.border}>
        <WovenBorder flip />
      </div>
      {searching && <SearchDialog onClose={() => setSearching(false)} />}
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}
