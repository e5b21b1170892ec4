import { useEffect, useRef } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from './Checkout.module.css';
import type { Problem } from './problems.js';

/** The documented alerts, on the page: nothing has to be closed before going on. */
export function PaymentProblem({ problem, onCheckAgain }: { problem: Problem; onCheckAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may be far below on a phone.
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
      {(problem.unconfirmed || problem.way) && (
        <div className={css.ways}>
          {problem.unconfirmed && <Button onClick={onCheckAgain}>Check again</Button>}
          {problem.way && (
            <ButtonLink to={problem.way.to} look="secondary">
              {problem.way.label}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
