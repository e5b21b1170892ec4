import { usePageTitle } from '@rangavalli/web-kit/page-title';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { Hero } from './Hero.js';
import { Mosaic } from './Mosaic.js';
import { PromoGrid } from './PromoGrid.js';
import { TrendingCarousel } from './TrendingCarousel.js';
import { TrendingStrip } from './TrendingStrip.js';
import css from './Home.module.css';

/** The shop window. */
export function Home() {
  usePageTitle('');
  return (
    <>
      <Hero />
      <div className={css.border}>
        <WovenBorder />
      </div>
      <TrendingCarousel />
      <TrendingStrip />
      <Mosaic />
      <PromoGrid />
    </>
  );
}
