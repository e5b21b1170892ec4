import { useId } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { messages } from './messages.js';
import { NotifyForm } from './NotifyForm.js';
import css from './NotifyMe.module.css';
import { findSoldOut } from './sold-out.js';

interface NotifyMeProps {
  product: Product;
  onInStock: () => void;
}

const listFormat = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** Offers a back-in-stock email: open for a sold-out product, folded for sold-out sizes. */
export function NotifyMe({ product, onInStock }: NotifyMeProps) {
  const headingId = useId();
  const soldOut = findSoldOut(product);
  if (!soldOut) return null;
  const form = (
    <>
      <p className={css.promise}>{messages.promise}</p>
      <NotifyForm product={product} soldOut={soldOut} onInStock={onInStock} />
    </>
  );
  if (!soldOut.all) {
    return (
      <details className={css.fold}>
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
