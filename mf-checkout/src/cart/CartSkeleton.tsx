import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './Cart.module.css';

export function CartSkeleton() {
  return (
    <div className={css.columns}>
      <p role="status" className={css.hidden}>
        Loading cart…
      </p>
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
