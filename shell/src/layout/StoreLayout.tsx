import { type MouseEvent, Suspense, type ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/federation/router';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { useIsReachable } from '../service-worker/reach.js';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { messages } from './messages.js';
import { SocialLinks } from './SocialLinks.js';
import { useStuck } from './use-stuck.js';
import infoBar from './InfoBar.module.css';
import css from './Layout.module.css';

/** Without a change of the address, which before hydration would replace what the server rendered by placeholders. */
const skipToContent = (event: MouseEvent) => {
  event.preventDefault();
  document.querySelector('main')?.focus();
};

const SkipLink = () => (
  <a className={css.skip} href="#content" onClick={skipToContent}>
    {messages.skip}
  </a>
);

const Content = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1} className={css.content}>
    {children}
  </main>
);

function InfoBar({ isHidden }: { isHidden: boolean }) {
  return (
    <aside className={infoBar.bar} data-hidden={isHidden} aria-label={messages.aboutShop}>
      <p className={infoBar.facts}>
        <span className={infoBar.registration}>{messages.registration(brand.registrationNumber)}</span>
        <span>{brand.phone}</span>
        <span>{brand.email}</span>
      </p>
      <SocialLinks />
    </aside>
  );
}

export function OfflineBanner() {
  const isReachable = useIsReachable();
  return <div role="status">{!isReachable && <p className={css.offline}>{messages.offline}</p>}</div>;
}

export function StoreLayout({ children }: { children: ReactNode }) {
  const isStuck = useStuck();
  return (
    <>
      <SkipLink />
      <InfoBar isHidden={isStuck} />
      <Header isStuck={isStuck} />
      <Content>{children}</Content>
      <Suspense>
        <Footer />
      </Suspense>
    </>
  );
}

/** For the user and the admin area, which have their own navigation. */
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
      <Content>{children}</Content>
    </>
  );
}
