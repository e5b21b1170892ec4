import { orderStatuses, type OrderStatus } from '@rangavalli/contracts/entities/order';
import { classNames } from '@rangavalli/web-kit/class-names';
import css from './Progress.module.css';

const steps: readonly OrderStatus[] = orderStatuses.filter((status) => status !== 'Cancelled');
const words: Partial<Record<OrderStatus, string>> = { Pending: 'Placed' };

/** How far an order has come on its way; nothing for a cancelled one. */
export function Progress({ status }: { status: OrderStatus }) {
  const reached = steps.indexOf(status);
  if (reached < 0) return null;
  return (
    <ol className={css.progress} aria-label="Progress">
      {steps.map((step, index) => (
        <li key={step} className={classNames(css.step, index <= reached && css.done)} aria-current={index === reached ? 'step' : undefined}>
          {words[step] ?? step}
        </li>
      ))}
    </ol>
  );
}
