import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import css from './Mosaic.module.css';

export function Mosaic() {
  return (
    <section className={css.section} aria-labelledby="saree-collection">
      <h2 id="saree-collection">{messages.mosaic}</h2>
      <ul className={css.mosaic}>
        {messages.tiles.map(({ to, label }, index) => (
          <li key={to}>
            <Link to={to}>
              <Picture
                url={homePicture(`mosaic-${index + 1}`)}
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
