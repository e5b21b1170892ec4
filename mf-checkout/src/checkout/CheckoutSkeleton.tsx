import { Input } from '@rangavalli/web-kit/ui/Field';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './Checkout.module.css';
import { messages } from './messages.js';

/** Its fields bring the styles of the form, which loads later. */
export function CheckoutSkeleton() {
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <VisuallyHidden as="p" role="status">
          {messages.loading}
        </VisuallyHidden>
        {['Full name', 'Email', 'Phone', 'PIN code'].map((label) => (
          <div key={label} className={css.whole} inert>
            <Input label={label} disabled />
          </div>
        ))}
      </div>
      <Skeleton height="16rem" />
    </div>
  );
}
