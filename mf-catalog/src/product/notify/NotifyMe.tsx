import { useId, useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { messages } from './messages.js';
import css from './NotifyMe.module.css';
import { findSoldOut } from './sold-out.js';

interface NotifyMeProps {
  product: Product;
  onInStock: () => void;
}

/** Few products are sold out. */
const loadForm = async () => (await import('./NotifyForm.js')).NotifyForm;

const listFormat = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** Offers a back-in-stock email: open for a sold-out product, folded for sold-out sizes. */
export function NotifyMe({ product, onInStock }: NotifyMeProps) {
  const headingId = useId();
  const soldOut = findSoldOut(product);
  const [isOpen, setIsOpen] = useState(false);
  if (!soldOut) return null;
  const form = (
    <>
      <p className={css.promise}>{messages.promise}</p>
      {(soldOut.all || isOpen) && (
        <LazyPart
          id="mf-catalog/notify"
          load={loadForm}
          props={{ product, soldOut, onInStock }}
          loading={<Skeleton height="3.5rem" />}
          failed={messages.failed}
        />
      )}
    </>
  );
  if (!soldOut.all) {
    return (
      <details className={css.fold} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={css.summary}>
          {messages.soldOut(listFormat.format(soldOut.sizes))} <span>{messages.notifyMe}</span>
        </summary>
        {form}
      </details>
    );
  }
  return (
    <section className={css.panel} aria-labelledby={headingId}>
      <div className={css.border} aria-hidden="true">
        <WovenBorder />
      </div>
      <h2 id={headingId} className={css.heading}>
        {messages.title}
      </h2>
      {form}
    </section>
  );
}
