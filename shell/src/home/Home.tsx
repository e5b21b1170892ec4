import { Suspense, type ReactNode } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { Hero } from './Hero.js';
import { Mosaic } from './Mosaic.js';
import { PromoGrid } from './PromoGrid.js';
import { TrendingCarousel } from './TrendingCarousel.js';
import { TrendingStrip } from './TrendingStrip.js';
import css from './Home.module.css';

/** Below the first view: drawn when it comes near, and taken over from the server's HTML on its own, so that no step of it is long. */
const Later = ({ children }: { children: ReactNode }) => (
  <div className={css.later}>
    <Suspense>{children}</Suspense>
  </div>
);

/** The shop window. */
export default function Home() {
  usePageHead({ title: '' });
  return (
    <>
      <Hero />
      <div className={css.border}>
        <WovenBorder />
      </div>
      <Later>
        <TrendingCarousel />
      </Later>
      <Later>
        <TrendingStrip />
      </Later>
      <Later>
        <Mosaic />
      </Later>
      <Later>
        <PromoGrid />
      </Later>
    </>
  );
}
