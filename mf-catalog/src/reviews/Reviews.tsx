import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Review } from '@rangavalli/contracts/entities/review';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { messages } from './messages.js';
import css from './Reviews.module.css';
import { Stars } from './Stars.js';

/** The reviews of customers who have got the product; newest first. */
export function Reviews({ product: { _id: productId, rating } }: { product: Product }) {
  const { data, error, reload } = useQuery(`reviews ${productId}`, (signal) =>
    call('GET /reviews', { query: { productId } }, { signal }),
  );
  const [more, setMore] = useState<{ reviews: Review[]; nextCursor?: string | undefined }>();
  if (error) return <ErrorState compact title={messages.loadFailed} error={error} onRetry={reload} />;
  const nextCursor = more ? more.nextCursor : data?.nextCursor;
  const loadMore = async () => {
    try {
      const page = await call('GET /reviews', { query: { productId, cursor: nextCursor } });
      setMore({ reviews: [...(more?.reviews ?? []), ...page.reviews], nextCursor: page.nextCursor });
    } catch (failure) {
      toast.error(asApiError(failure).message);
    }
  };
  return (
    <section className={css.reviews} aria-labelledby="reviews">
      <h2 id="reviews" className={css.heading}>
        {messages.title}
      </h2>
      {rating && (
        <p className={css.rating}>
          <Stars stars={Math.round(rating.average)} /> {messages.rating(rating.average, rating.count)}
        </p>
      )}
      <ul className={css.list}>
        {[...(data?.reviews ?? []), ...(more?.reviews ?? [])].map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {nextCursor && (
        <Button look="secondary" onClick={() => void loadMore()}>
          {messages.more}
        </Button>
      )}
    </section>
  );
}

function ReviewItem({ review: { id, stars, fit, text, author, at, reply, helpful } }: { review: Review }) {
  const [count, setCount] = useState(helpful);
  const markHelpful = async () => {
    if (!currentSession()) {
      toast.error(messages.logIn);
      return;
    }
    try {
      setCount((await call('POST /reviews/{id}/helpful', { params: { id } })).helpful);
    } catch (failure) {
      toast.error(asApiError(failure).message);
    }
  };
  return (
    <li className={css.review}>
      <p className={css.facts}>
        <Stars stars={stars} /> <strong>{author}</strong>
        <span className={css.small}>
          {[messages.verified, formatDay(at), ...(fit ? [messages.fits[fit]] : [])].join(' · ')}
        </span>
      </p>
      {text && <p className={css.text}>{text}</p>}
      {reply && (
        <p className={css.reply}>
          <strong>{messages.reply}:</strong> {reply.text}
        </p>
      )}
      <Button look="quiet" aria-label={messages.helpfulOf(author)} onClick={() => void markHelpful()}>
        {messages.helpful(count)}
      </Button>
    </li>
  );
}
