import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/router';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import css from './Layout.module.css';

/** Around user and admin area: the shop's name, and all the room for the panel with its own sidebar. */
export function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={css.panelHeader}>
        <Link to="/" className={css.panelBrand}>
          {brand.name}
        </Link>
      </header>
      <WovenBorder flip />
      <main id="content" className={css.content}>
        {children}
      </main>
    </>
  );
}
