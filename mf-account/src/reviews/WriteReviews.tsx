import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Review } from '@rangavalli/contracts/entities/review';
import { hasFit } from '@rangavalli/contracts/product-stock';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { deliveredAtOf } from '../returns/delivered-at.js';
import { messages } from './messages.js';
import { ReviewForm } from './ReviewForm.js';
import css from './WriteReviews.module.css';

type Line = Order['products'][number];

const byProduct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [line.product._id, line])).values(),
];

/** Invites a review of each product that was delivered, and lists the customer's own, to withdraw them. */
export function WriteReviews({ order }: { order: Order }) {
  const { data, error, reload } = useQuery(`own reviews ${order._id}`, (signal) =>
    call('GET /reviews/own', { query: { orderId: order._id } }, { signal }),
  );
  const [sent, setSent] = useState<readonly Review[]>([]);
  const [open, setOpen] = useState<Line>();
  const [withdrawing, setWithdrawing] = useState<Review>();
  const [busy, setBusy] = useState(false);
  if (error && !data) return <ErrorState compact title={messages.loadFailed} error={error} onRetry={reload} />;
  if (!data) return null;
  const own = new Map([...sent, ...data.reviews].map((review) => [review.productId, review]));
  const delivered = order.products.filter(
    (line) => deliveredAtOf(order, line) && (line.cancelled ?? 0) < line.quantity,
  );
  const waiting = byProduct(delivered).filter(({ product }) => !own.has(product._id));
  const withdraw = async ({ id }: Review) => {
    setBusy(true);
    try {
      toast.success((await call('DELETE /reviews/{id}', { params: { id } })).message);
      setSent(sent.filter((review) => review.id !== id));
      reload();
      setWithdrawing(undefined);
    } catch (failure) {
      toast.error(asApiError(failure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.reviews} aria-label={messages.title}>
      {byProduct(order.products).map(({ product }) => {
        const review = own.get(product._id);
        return (
          review && (
            <p key={product._id} className={css.own}>
              {messages.own(product.name, review.stars, messages.states[review.state ?? 'published'])}
              {review.state !== 'withdrawn' && (
                <Button
                  look="quiet"
                  aria-label={messages.withdrawOf(product.name)}
                  onClick={() => setWithdrawing(review)}
                >
                  {messages.withdraw}
                </Button>
              )}
            </p>
          )
        );
      })}
      {waiting.map((line) => (
        <Button
          key={line.product._id}
          look="secondary"
          aria-label={messages.writeOf(line.product.name)}
          onClick={() => setOpen(line)}
        >
          {waiting.length === 1 ? messages.write : messages.writeOf(line.product.name)}
        </Button>
      ))}
      {open && (
        <ReviewForm
          orderId={order._id}
          product={open.product}
          isSized={hasFit([open.size])}
          onClose={() => setOpen(undefined)}
          onSent={(review) => {
            setSent([...sent, review]);
            setOpen(undefined);
          }}
        />
      )}
      {withdrawing && (
        <ConfirmDialog
          open
          title={messages.withdrawTitle}
          confirmLabel={messages.withdraw}
          cancelLabel={messages.keep}
          busy={busy}
          onConfirm={() => void withdraw(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        >
          <p>{messages.withdrawText}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
