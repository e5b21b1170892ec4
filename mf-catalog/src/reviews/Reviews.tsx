import { useId, useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { ReviewSort } from '@rangavalli/contracts/entities/review';
import { call } from '@rangavalli/web-kit/data/api';
import { usePagedQuery } from '@rangavalli/web-kit/data/paged-query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import { ReviewItem } from './ReviewItem.js';
import css from './Reviews.module.css';
import { Summary } from './Summary.js';

const SORTS = ['newest', 'helpful'] as const satisfies ReviewSort[];

/** The reviews of customers who have got the product, with their distribution, photos, a filter and a sort. */
export function Reviews({ product: { _id: productId, rating } }: { product: Product }) {
  const [stars, setStars] = useState<number>();
  const [sort, setSort] = useState<ReviewSort>('newest');
  const sortId = useId();
  const { pages, error, reload, hasMore, isLoadingMore, moreError, loadMore } = usePagedQuery(
    `reviews ${productId} ${stars ?? ''} ${sort}`,
    (cursor, signal) =>
      call(
        'GET /reviews',
        { query: { productId, sort, ...(stars ? { stars: String(stars) } : {}), cursor } },
        { signal },
      ),
  );
  const reviews = pages?.flatMap((page) => page.reviews);
  const summary = pages?.[0]?.summary;
  return (
    <section className={css.reviews} aria-labelledby="reviews">
      <h2 id="reviews" className={css.heading}>
        {messages.title}
      </h2>
      {rating && <Summary rating={rating} summary={summary} stars={stars} onSelect={setStars} />}
      <div className={css.bar}>
        <p role="status" className={css.small}>
          {stars ? messages.showing(stars) : ''}
        </p>
        <label className={css.sort} htmlFor={sortId}>
          {messages.sortBy}{' '}
          <select id={sortId} value={sort} onChange={({ target }) => setSort(target.value as ReviewSort)}>
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {messages.sorts[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && !reviews && <ErrorState compact title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !reviews && <Skeleton height="8rem" />}
      {reviews?.length === 0 && <p className={css.small}>{messages.none}</p>}
      <ul className={css.list}>
        {reviews?.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {moreError && <p role="alert">{moreError.message}</p>}
      {hasMore && (
        <Button look="secondary" busy={isLoadingMore} onClick={() => void loadMore()}>
          {messages.more}
        </Button>
      )}
    </section>
  );
}
