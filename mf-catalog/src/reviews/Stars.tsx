import { messages } from './messages.js';
import css from './Reviews.module.css';

const MAX_STARS = 5;

/** One to five stars, read aloud as words. */
export const Stars = ({ stars }: { stars: number }) => (
  <span className={css.stars} role="img" aria-label={messages.stars(stars)}>
    {'★'.repeat(stars)}
    {'☆'.repeat(MAX_STARS - stars)}
  </span>
);
