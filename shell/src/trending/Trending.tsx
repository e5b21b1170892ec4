import { Link } from '@rangavalli/web-kit/federation/router';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { homePicture } from '../home/pictures.js';
import { trendingCollections } from './collections.js';
import css from './Trending.module.css';

export default function Trending() {
  return (
    <Page title="Trending Collections" lead="Nine weaves in demand this season.">
      <ul className={css.grid}>
        {trendingCollections.map(({ name, tag, text }, index) => (
          <li key={tag}>
            <Link to={`/search?q=${tag}`}>
              <Picture
                url={homePicture(`carousel-${index + 1}`)}
                alt=""
                ratio="4 / 5"
                sizes={`(min-width: 64rem) 22rem, (min-width: 40rem) 33vw, ${index === 0 ? 100 : 50}vw`}
              />
              <h2>{name}</h2>
              <p>{text}</p>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
