import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { homePicture } from './pictures.js';
import css from './TrendingStrip.module.css';

const looks = [
  { number: 1, to: '/pattu-saree', caption: 'Pattu' },
  { number: 2, to: '/handloom-saree', caption: 'Handloom' },
  { number: 3, to: '/customised-sarees', caption: 'Customised' },
  { number: 4, to: '/family-combo', caption: 'Family Combo' },
  { number: 5, to: '/kidswear', caption: 'Kidswear' },
  { number: 6, to: '/accessaries', caption: 'Accessories' },
];

/** Six looks, every other one set lower. Wide screens show the words on hover; small ones only the caption. */
export function TrendingStrip() {
  return (
    <section className={css.section} aria-label="Trending">
      <ul className={css.strip}>
        {looks.map(({ number, to, caption }) => (
          <li key={number}>
            <Link to={to} className={css.look}>
              <Picture
                url={homePicture(`trending-${number}`)}
                alt=""
                sizes="(min-width: 64rem) 16vw, (min-width: 40rem) 33vw, 46vw"
                widths={[320, 480, 640]}
                ratio="2 / 3"
              />
              <span className={css.caption}>{caption}</span>
              <span className={css.words}>
                <span>Premium Wear</span>
                <strong>Style &amp; Elegance</strong>
                <span className={css.shop}>Shop Now</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
