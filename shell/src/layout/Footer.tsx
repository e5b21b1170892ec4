import { useEffect, useRef, useState } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/federation/router';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { DeveloperTool } from '../boundaries/DeveloperTool.js';
import { trendingCollections } from '../trending/collections.js';
import { SocialLinks } from './SocialLinks.js';
import { Translate } from './Translate.js';
import { useInView } from './useInView.js';
import { countVisit } from './visitor-count.js';
import css from './Footer.module.css';

/** Share of the footer in view at which it appears (specification §9). */
export const REVEAL_AT = 0.2;

const quickLinks = [
  ['/', 'Home'],
  ['/customised-sarees', 'Customised Sarees'],
  ['/handloom-saree', 'Handloom Sarees'],
  ['/pattu-saree', 'Pattu Sarees'],
  ['/contact', 'Contact Us'],
  ['/about', 'About Us'],
] as const;
const policyLinks = [
  ['/tnc', 'Terms and Conditions'],
  ['/refund', 'Cancellation and Refund'],
  ['/privacy', 'Privacy Policy'],
  ['/shipping', 'Shipping Delivery'],
  ['/contact', 'Contact Us'],
] as const;

function LinkList({ title, links }: { title: string; links: readonly (readonly [to: string, label: string])[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([to, label]) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function VisitorCount() {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    try {
      setCount(countVisit(localStorage));
    } catch {
      // Storage is forbidden here: no counter.
    }
  }, []);
  return count === undefined ? null : <span>Visitors: {count.toLocaleString('en-IN')}</span>;
}

/** The footer: links, address, the shop elsewhere. It rises while a fifth of it is in view and sinks when it leaves. */
export function Footer() {
  const element = useRef<HTMLElement>(null);
  const inView = useInView(element, REVEAL_AT);
  return (
    <footer ref={element} className={css.footer}>
      <WovenBorder />
      <div className={css.cloth}>
        <div className={css.content} data-shown={inView}>
          <div className={css.columns}>
            <section className={css.about}>
              <p className={css.brand}>{brand.name}</p>
              <p>{brand.tagline}.</p>
              <SocialLinks />
              <Translate />
            </section>
            <LinkList title="Quick Links" links={quickLinks} />
            <LinkList title="Policies" links={policyLinks} />
            <LinkList
              title="Trending Collections"
              links={trendingCollections.map(({ name }) => ['/trending', name] as const)}
            />
            <section>
              <h2>Visit us</h2>
              <address>
                {brand.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              <ul>
                <li>
                  <a href={brand.maps} target="_blank" rel="noopener noreferrer">
                    Find us on the map
                  </a>
                </li>
                <li>
                  <a href={`mailto:${brand.infoEmail}`}>{brand.infoEmail}</a>
                </li>
                <li>
                  <a href={brand.webMail} target="_blank" rel="noopener noreferrer">
                    Web Mail
                  </a>
                </li>
              </ul>
            </section>
          </div>
          <div className={css.closing}>
            {/* The server's year may be another for an hour in the year. */}
            <span suppressHydrationWarning>
              © {new Date().getFullYear()} {brand.name}. All rights reserved.
            </span>
            <span>
              Developed by{' '}
              <a href={brand.developer.url} target="_blank" rel="noopener noreferrer">
                {brand.developer.name}
              </a>
            </span>
            <VisitorCount />
            <DeveloperTool name="switch" />
          </div>
        </div>
      </div>
    </footer>
  );
}
