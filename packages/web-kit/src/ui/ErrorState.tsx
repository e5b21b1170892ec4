import type { ApiError } from '../data/api-error.js';
import { classNames } from '../dom/class-names.js';
import { Button } from './Button.js';
import css from './States.module.css';

interface ErrorStateProps {
  title: string;
  error?: ApiError | undefined;
  text?: string;
  onRetry?: () => void;
  compact?: boolean;
}

export function ErrorState({ title, error, text, onRetry, compact = false }: ErrorStateProps) {
  const explanation = text ?? (error && error.message !== title ? error.message : undefined);
  return (
    <div className={classNames(css.state, compact && css.compact)} role="alert">
      <h2 className={css.title}>{title}</h2>
      {explanation && <p className={css.text}>{explanation}</p>}
      {onRetry && (
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
      {error?.requestId && <small className={css.code}>Reference {error.requestId}</small>}
    </div>
  );
}
