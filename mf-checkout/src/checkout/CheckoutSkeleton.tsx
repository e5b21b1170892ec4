import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './Checkout.module.css';
import { messages } from './messages.js';

export function CheckoutSkeleton() {
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <VisuallyHidden as="p" role="status">
          {messages.loading}
        </VisuallyHidden>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className={css.whole}>
            <Skeleton height="4.2rem" />
          </div>
        ))}
      </div>
      <Skeleton height="16rem" />
    </div>
  );
}
