import { Suspense, type ReactNode } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { Hero } from './Hero.js';
import { Mosaic } from './Mosaic.js';
import { PromoGrid } from './PromoGrid.js';
import { TrendingCarousel } from './TrendingCarousel.js';
import { TrendingStrip } from './TrendingStrip.js';
import css from './Home.module.css';

/** Rendered near the viewport and hydrated separately, in short tasks. */
const LazySection = ({ children }: { children: ReactNode }) => (
  <div className={css.later}>
    <Suspense>{children}</Suspense>
  </div>
);

export default function Home() {
  usePageHead({ title: '' });
  return (
    <>
      <Hero />
      <div className={css.border}>
        <WovenBorder />
      </div>
      <LazySection>
        <TrendingCarousel />
      </LazySection>
      <LazySection>
        <TrendingStrip />
      </LazySection>
      <LazySection>
        <Mosaic />
      </LazySection>
      <LazySection>
        <PromoGrid />
      </LazySection>
    </>
  );
}
