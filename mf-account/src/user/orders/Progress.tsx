import { classNames } from '@rangavalli/web-kit/dom/class-names';
import type { Phase } from './phase.js';
import css from './Progress.module.css';

/** How far an order, or a cancelled one's money, has come on its way. */
export function Progress({ steps, reached }: Pick<Phase, 'steps' | 'reached'>) {
  return (
    <ol className={css.progress} aria-label="Progress">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(css.step, index <= reached && css.done)}
          aria-current={index === reached ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
