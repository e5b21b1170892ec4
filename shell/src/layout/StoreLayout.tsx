import { Suspense, type ReactNode } from 'react';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { InfoBar } from './InfoBar.js';
import { SkipLink } from './SkipLink.js';
import { useStuck } from './useStuck.js';
import css from './Layout.module.css';

/** The storefront around each of its pages. */
export function StoreLayout({ children }: { children: ReactNode }) {
  const stuck = useStuck();
  return (
    <>
      <SkipLink />
      <InfoBar hidden={stuck} />
      <Header stuck={stuck} />
      <main id="content" tabIndex={-1} className={css.content}>
        {children}
      </main>
      {/* Taken over from the server's HTML on its own: nobody waits for it. */}
      <Suspense>
        <Footer />
      </Suspense>
    </>
  );
}
