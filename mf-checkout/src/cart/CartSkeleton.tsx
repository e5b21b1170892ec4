import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './Cart.module.css';
import { messages } from './messages.js';

export function CartSkeleton() {
  return (
    <div className={css.columns}>
      <VisuallyHidden as="p" role="status">
        {messages.loading}
      </VisuallyHidden>
      <div className={css.lines}>
        {[0, 1].map((index) => (
          <div key={index} className={css.line}>
            <Skeleton ratio="4 / 5" />
            <Skeleton height="4rem" />
          </div>
        ))}
      </div>
      <Skeleton height="9rem" />
    </div>
  );
}
