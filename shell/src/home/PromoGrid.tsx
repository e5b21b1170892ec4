import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import css from './PromoGrid.module.css';

export function PromoGrid() {
  return (
    <section className={css.grid} aria-label={messages.offers}>
      {messages.promos.map(({ title, text, action, to }, index) => (
        <article key={title} className={css.promo}>
          <Picture
            url={homePicture(`promo-${index + 1}`)}
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
