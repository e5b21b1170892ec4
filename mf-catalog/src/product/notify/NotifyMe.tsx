import { useId } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { WovenBorder } from '@rangavalli/web-kit/ui/WovenBorder';
import { NotifyForm } from './NotifyForm.js';
import css from './NotifyMe.module.css';
import { soldOutOf } from './sold-out-sizes.js';

interface NotifyMeProps {
  product: Product;
  /** Loads the product again. */
  onInStock: () => void;
}

const PROMISE = 'One letter, when it can be bought again, and no other.';
const listing = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/**
 * What to do about a piece that is sold out: be told when it is back. It stands open where nothing can be bought, folded
 * where only some sizes are gone, and not at all while everything is there.
 */
export function NotifyMe({ product, onInStock }: NotifyMeProps) {
  const headingId = useId();
  const soldOut = soldOutOf(product);
  if (!soldOut) return null;
  const form = <NotifyForm product={product} soldOut={soldOut} onInStock={onInStock} />;
  if (!soldOut.all) {
    return (
      <details className={css.fold}>
        <summary className={css.summary}>
          {listing.format(soldOut.sizes)} sold out? <span>Notify me</span>
        </summary>
        <p className={css.promise}>{PROMISE}</p>
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
        Shall we tell you when it is back?
      </h2>
      <p className={css.promise}>{PROMISE}</p>
      {form}
    </section>
  );
}
