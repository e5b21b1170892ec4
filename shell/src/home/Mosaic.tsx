import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { homePicture } from './pictures.js';
import css from './Mosaic.module.css';

const tiles = [
  { number: 1, to: '/search?q=kanchipuram', label: 'Kanchipuram Pattu' },
  { number: 2, to: '/handloom-saree', label: 'Handloom' },
  { number: 3, to: '/search?q=banarasi', label: 'Banarasi Silk' },
  { number: 4, to: '/customised-sarees', label: 'Made for you' },
  { number: 5, to: '/search?q=ikat', label: 'Ikat' },
  { number: 6, to: '/all', label: 'All sarees' },
];

/** 'Our Saree Collection': six pictures of different sizes, laid like patches. */
export function Mosaic() {
  return (
    <section className={css.section} aria-labelledby="saree-collection">
      <h2 id="saree-collection">Our Saree Collection</h2>
      <ul className={css.mosaic}>
        {tiles.map(({ number, to, label }) => (
          <li key={number}>
            <Link to={to}>
              <Picture
                url={homePicture(`mosaic-${number}`)}
                alt=""
                sizes="(min-width: 48rem) 50vw, 100vw"
                className={css.picture}
              />
              <span className={css.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
