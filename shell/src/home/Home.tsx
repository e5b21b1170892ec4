import { Suspense, useEffect, useState } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { Link } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { Hero } from './Hero.js';
import { TrendingCarousel } from './TrendingCarousel.js';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import css from './Home.module.css';
import mosaic from './Mosaic.module.css';
import promos from './PromoGrid.module.css';
import strip from './TrendingStrip.module.css';

/** Specification §2. */
function TrendingStrip() {
  return (
    <section className={strip.section} aria-label={messages.trending}>
      <ul className={strip.strip}>
        {messages.looks.map(({ to, caption }, index) => (
          <li key={to}>
            <Link to={to} className={strip.look}>
              <Picture
                url={homePicture(`trending-${index + 1}`)}
                alt=""
                sizes="(min-width: 64rem) 16vw, (min-width: 40rem) 33vw, 46vw"
                widths={[320, 480, 640]}
                ratio="2 / 3"
              />
              <span className={strip.caption}>{caption}</span>
              <span className={strip.words}>
                <span>{messages.premium}</span>
                <strong>{messages.style}</strong>
                <span className={strip.shop}>{messages.shop}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mosaic() {
  return (
    <section className={mosaic.section} aria-labelledby="saree-collection">
      <h2 id="saree-collection">{messages.mosaic}</h2>
      <ul className={mosaic.mosaic}>
        {messages.tiles.map(({ to, label }, index) => (
          <li key={to}>
            <Link to={to}>
              <Picture
                url={homePicture(`mosaic-${index + 1}`)}
                alt=""
                sizes="(min-width: 48rem) 50vw, 100vw"
                className={mosaic.picture}
              />
              <span className={mosaic.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Claims a reduction only while a product that it leads to has it. */
function PromoText({ text, claim }: (typeof messages.promos)[number]) {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!claim) return;
    // In a file of its own: the first view does without it.
    const load = async () => (await import('./greatest-reduction.js')).loadGreatestReduction();
    load().then(
      setPercent,
      () => undefined, // nothing is claimed
    );
  }, [claim]);
  return <p>{claim && percent >= claim.minPercent ? claim.text(percent) : text}</p>;
}

export function PromoGrid() {
  return (
    <section className={promos.grid} aria-label={messages.offers}>
      {messages.promos.map((promo, index) => (
        <article key={promo.title} className={promos.promo}>
          <Picture
            url={homePicture(`promo-${index + 1}`)}
            alt=""
            sizes="(min-width: 48rem) 50vw, 100vw"
            className={promos.picture}
          />
          <div className={promos.words}>
            <h2>{promo.title}</h2>
            <PromoText {...promo} />
            <ButtonLink to={promo.to} look="secondary">
              {promo.action}
            </ButtonLink>
          </div>
        </article>
      ))}
    </section>
  );
}

export default function Home() {
  usePageHead({ title: '' });
  return (
    <>
      <Hero />
      <div className={css.border}>
        <WovenBorder />
      </div>
      {/* Rendered near the viewport and hydrated separately, in short tasks. */}
      {[TrendingCarousel, TrendingStrip, Mosaic, PromoGrid].map((Section, index) => (
        <div key={index} className={css.later}>
          <Suspense>
            <Section />
          </Suspense>
        </div>
      ))}
    </>
  );
}
