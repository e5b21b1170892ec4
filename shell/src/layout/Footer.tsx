import { useEffect, useRef, useState, type RefObject } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Link } from '@rangavalli/web-kit/federation/router';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { DeveloperTool } from '../boundaries/DeveloperTool.js';
import { trendingCollections } from '../trending/collections.js';
import { SocialLinks } from './SocialLinks.js';
import { Translate } from './Translate.js';
import { messages } from './messages.js';
import { countVisit, REVEAL_AT } from './visits.js';
import css from './Footer.module.css';

const quickLinks = [
  ['/', 'Home'],
  ['/customised-sarees', 'Customised Sarees'],
  ['/handloom-saree', 'Handloom Sarees'],
  ['/pattu-saree', 'Pattu Sarees'],
  ['/contact', 'Contact Us'],
  ['/about', 'About Us'],
  ['/offers', 'Offers'],
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
    } catch {}
  }, []);
  return count === undefined ? null : <span>{messages.visitors(count.toLocaleString('en-IN'))}</span>;
}

const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);
const VIEWPORT_SHARE = 0.5;

/**
 * True in browsers without IntersectionObserver.
 * @param share 0 to 1
 */
function useInView(element: RefObject<Element | null>, share: number) {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') setIsInView(true);
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const { intersectionRatio = 0, intersectionRect } = entries.at(-1) ?? {};
        const height = intersectionRect?.height ?? 0;
        setIsInView(intersectionRatio >= share || height >= VIEWPORT_SHARE * window.innerHeight);
      },
      { threshold: [...THRESHOLDS, share] },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, share]);
  return isInView;
}

export function Footer() {
  const element = useRef<HTMLElement>(null);
  const isInView = useInView(element, REVEAL_AT);
  return (
    <footer ref={element} className={css.footer}>
      <WovenBorder />
      <div className={css.cloth}>
        <div className={css.content} data-shown={isInView}>
          <div className={css.columns}>
            <section className={css.about}>
              <p className={css.brand}>{brand.name}</p>
              <p>{brand.tagline}.</p>
              <SocialLinks />
              <Translate />
            </section>
            <LinkList title={messages.quickLinks} links={quickLinks} />
            <LinkList title={messages.policies} links={policyLinks} />
            <LinkList
              title={messages.trending}
              links={trendingCollections.map(({ name }) => ['/trending', name] as const)}
            />
            <section>
              <h2>{messages.visit}</h2>
              <address>
                {brand.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              <ul>
                <li>
                  <a href={brand.maps} target="_blank" rel="noopener noreferrer">
                    {messages.map}
                  </a>
                </li>
                <li>
                  <a href={`mailto:${brand.infoEmail}`}>{brand.infoEmail}</a>
                </li>
                <li>
                  <a href={brand.webMail} target="_blank" rel="noopener noreferrer">
                    {messages.webMail}
                  </a>
                </li>
              </ul>
            </section>
          </div>
          <div className={css.closing}>
            {/* Around New Year the server's year may differ. */}
            <span suppressHydrationWarning>{messages.rights(new Date().getFullYear(), brand.name)}</span>
            <span>
              {messages.developer}{' '}
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
