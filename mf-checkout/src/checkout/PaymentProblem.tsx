import { useEffect, useRef } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { Problem } from './payment-problems.js';

/** Shows a documented alert (specification §8) on the page, so that nothing has to be dismissed. */
export function PaymentProblem({ problem, onCheckAgain }: { problem: Problem; onCheckAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the pay button is far below.
    box.current?.focus();
  }, [problem]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={css.problem}>
      <p className={css.alert}>{problem.alert}</p>
      {problem.explanation.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {problem.alert.includes('support') && (
        <p>
          {brand.phone}, <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </p>
      )}
      {(problem.unconfirmed || problem.link) && (
        <div className={css.links}>
          {problem.unconfirmed && <Button onClick={onCheckAgain}>{messages.checkAgain}</Button>}
          {problem.link && (
            <ButtonLink to={problem.link.to} look="secondary">
              {problem.link.label}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
