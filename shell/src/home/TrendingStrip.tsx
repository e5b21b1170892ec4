import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import css from './TrendingStrip.module.css';

/** Specification §2. */
export function TrendingStrip() {
  return (
    <section className={css.section} aria-label={messages.trending}>
      <ul className={css.strip}>
        {messages.looks.map(({ to, caption }, index) => (
          <li key={to}>
            <Link to={to} className={css.look}>
              <Picture
                url={homePicture(`trending-${index + 1}`)}
                alt=""
                sizes="(min-width: 64rem) 16vw, (min-width: 40rem) 33vw, 46vw"
                widths={[320, 480, 640]}
                ratio="2 / 3"
              />
              <span className={css.caption}>{caption}</span>
              <span className={css.words}>
                <span>{messages.premium}</span>
                <strong>{messages.style}</strong>
                <span className={css.shop}>{messages.shop}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
