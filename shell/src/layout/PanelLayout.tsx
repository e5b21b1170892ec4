import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/federation/router';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { SkipLink } from './SkipLink.js';
import css from './Layout.module.css';

/** Around user and admin area: the shop's name, and all the room for the panel with its own sidebar. */
export function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className={css.panelHeader}>
        <Link to="/" className={css.panelBrand}>
          {brand.name}
        </Link>
      </header>
      <WovenBorder flip />
      <main id="content" tabIndex={-1} className={css.content}>
        {children}
      </main>
    </>
  );
}
