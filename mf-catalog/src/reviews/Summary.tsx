import { useState } from 'react';
import type { Rating, ReviewSummary } from '@rangavalli/contracts/entities/review';
import { messages } from './messages.js';
import { PhotoDialog } from './PhotoDialog.js';
import css from './Reviews.module.css';
import { Stars } from './Stars.js';
import { Thumbnail } from './Thumbnail.js';

const STARS = [5, 4, 3, 2, 1] as const;
const percent = (part: number, all: number): number => Math.round((100 * part) / Math.max(1, all));

interface SummaryProps {
  rating: Rating;
  summary: ReviewSummary | undefined;
  /** The selected number of stars. */
  stars: number | undefined;
  onSelect: (stars: number | undefined) => void;
}

/** Average, distribution that filters, how the product fits, and the photos of customers. */
export function Summary({ rating, summary, stars, onSelect }: SummaryProps) {
  const [open, setOpen] = useState<number>();
  const fits = summary ? summary.fit.small + summary.fit.true + summary.fit.large : 0;
  return (
    <div className={css.summary}>
      <div>
        <p className={css.rating}>
          <Stars stars={Math.round(rating.average)} /> {messages.rating(rating.average, rating.count)}
        </p>
        <p className={css.small}>{messages.verifiedOnly}</p>
        {summary && fits > 0 && (
          <p className={css.fit}>
            {(['small', 'true', 'large'] as const)
              .filter((fit) => summary.fit[fit] > 0)
              .map((fit) => messages.fitShare(percent(summary.fit[fit], fits), messages.fits[fit]))
              .join(' · ')}
          </p>
        )}
      </div>
      <ul className={css.bars} aria-label={messages.distribution}>
        {STARS.map((value) => {
          const count = summary?.stars[value - 1] ?? 0;
          const isSelected = stars === value;
          return (
            <li key={value}>
              <button
                type="button"
                className={css.row}
                aria-pressed={isSelected}
                aria-label={messages.filterBy(value, count)}
                disabled={count === 0 && !isSelected}
                onClick={() => onSelect(isSelected ? undefined : value)}
              >
                <span className={css.value}>{value} ★</span>
                <span className={css.track}>
                  <span className={css.fill} style={{ width: `${percent(count, rating.count)}%` }} />
                </span>
                <span className={css.number}>{summary ? count : ''}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {summary && summary.photos.length > 0 && (
        <ul className={css.photos} aria-label={messages.photos}>
          {summary.photos.map((photo, index) => (
            <li key={photo.public_id}>
              <Thumbnail photo={photo} label={messages.openPhoto(index + 1)} onOpen={() => setOpen(index)} />
            </li>
          ))}
        </ul>
      )}
      {summary && open !== undefined && (
        <PhotoDialog photos={summary.photos} start={open} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
