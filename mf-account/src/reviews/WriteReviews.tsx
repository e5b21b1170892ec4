import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages } from './messages.js';
import css from './WriteReviews.module.css';

type OrderedProduct = Order['products'][number]['product'];
const fits = ['small', 'true', 'large'] as const;
const BEST = 5;

/** Invites a review of each product of a delivered order. */
export function WriteReviews({ order }: { order: Order }) {
  const products = [...new Map(order.products.map(({ product }) => [product._id, product])).values()];
  const [open, setOpen] = useState<OrderedProduct>();
  const [sent, setSent] = useState<readonly string[]>([]);
  const waiting = products.filter(({ _id }) => !sent.includes(_id));
  if (waiting.length === 0) return null;
  return (
    <section className={css.reviews} aria-label={messages.title}>
      {waiting.map((product) => (
        <Button
          key={product._id}
          look="secondary"
          aria-label={messages.writeOf(product.name)}
          onClick={() => setOpen(product)}
        >
          {waiting.length === 1 ? messages.write : messages.writeOf(product.name)}
        </Button>
      ))}
      {open && (
        <ReviewForm
          orderId={order._id}
          product={open}
          onClose={() => setOpen(undefined)}
          onSent={() => {
            setSent([...sent, open._id]);
            setOpen(undefined);
          }}
        />
      )}
    </section>
  );
}

interface ReviewFormProps {
  orderId: string;
  product: OrderedProduct;
  onClose: () => void;
  onSent: () => void;
}

function ReviewForm({ orderId, product: { _id: productId, name }, onClose, onSent }: ReviewFormProps) {
  const { form, field, busy, failure } = useForm({
    fields: ['stars', 'fit', 'text'],
    validate: () => ({}),
    submit: async ({ stars, fit: chosen, text }) => {
      const fit = fits.find((one) => one === chosen);
      const body = { orderId, productId, stars: Number(stars), text: text.trim(), ...(fit ? { fit } : {}) };
      toast.success((await call('POST /reviews', { body })).message);
      onSent();
    },
  });
  return (
    <Dialog title={messages.heading(name)} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
        <Select label={messages.stars} {...field('stars')} defaultValue={BEST}>
          {messages.starNames.map((text, index) => (
            <option key={text} value={index + 1}>
              {text}
            </option>
          ))}
        </Select>
        <Select label={messages.fit} {...field('fit')} defaultValue="">
          <option value="">{messages.noFit}</option>
          {fits.map((one) => (
            <option key={one} value={one}>
              {messages.fits[one]}
            </option>
          ))}
        </Select>
        <Textarea label={messages.text} {...field('text')} hint={messages.textHint} maxLength={2_000} />
        <Button type="submit" busy={busy}>
          {messages.send}
        </Button>
      </form>
    </Dialog>
  );
}
