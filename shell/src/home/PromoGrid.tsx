import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { homePicture } from './pictures.js';
import css from './PromoGrid.module.css';

const promos = [
  { number: 1, title: 'Turn Up The Volume', text: 'Up to 50% off on festive colour.', action: 'Shop Now', to: '/all' },
  {
    number: 2,
    title: 'New Arrivals',
    text: 'Fresh from the loom this week.',
    action: 'Explore',
    to: '/all?sort=newest',
  },
  {
    number: 3,
    title: 'Cotton, Silk Blend and Handloom Sarees',
    text: 'For every day and every hour of it.',
    action: 'View',
    to: '/handloom-saree',
  },
  {
    number: 4,
    title: 'Customised Designer Sarees',
    text: 'Tell us the occasion; we weave the rest.',
    action: 'Browse',
    to: '/customised-sarees',
  },
];

/** The promotions, each with its way into the shop. */
export function PromoGrid() {
  return (
    <section className={css.grid} aria-label="Offers">
      {promos.map(({ number, title, text, action, to }) => (
        <article key={number} className={css.promo}>
          <Picture
            url={homePicture(`promo-${number}`)}
            alt=""
            sizes="(min-width: 48rem) 50vw, 100vw"
            className={css.picture}
          />
          <div className={css.words}>
            <h2>{title}</h2>
            <p>{text}</p>
            <ButtonLink to={to} look="secondary">
              {action}
            </ButtonLink>
          </div>
        </article>
      ))}
    </section>
  );
}
