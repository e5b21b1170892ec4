import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './Checkout.module.css';

export function CheckoutSkeleton() {
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <p role="status" className={css.hidden}>
          Loading checkout…
        </p>
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
