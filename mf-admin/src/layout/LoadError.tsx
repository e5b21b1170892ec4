import type { Query } from '@rangavalli/web-kit/data/query';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { messages } from './messages.js';

/** What failed, with a retry; a role without its second factor is led to the setup. */
export function LoadError({
  title,
  query: { error, reload },
}: {
  title: string;
  query: Pick<Query<unknown>, 'error' | 'reload'>;
}) {
  if (error?.code === 'SECOND_FACTOR_SETUP_REQUIRED')
    return (
      <EmptyState title={messages.setUpSecondFactor} text={error.message}>
        <ButtonLink to="/user/security">{messages.setUpSecondFactor}</ButtonLink>
      </EmptyState>
    );
  return <ErrorState title={title} error={error} onRetry={reload} />;
}
