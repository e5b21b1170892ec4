import type { ComponentType } from 'react';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';

interface LazyPageProps {
  name: keyof typeof messages.screens;
  load: () => Promise<ComponentType>;
}

/** A screen that is rarely opened, in a file of its own. */
export const LazyPage = ({ name, load }: LazyPageProps) => (
  <LazyBoundary
    key={name}
    id={`admin ${name}`}
    load={async () => ({ default: await load() })}
    loading={
      <div role="status" aria-label={messages.loading(messages.screens[name])}>
        <Skeleton height="20rem" />
      </div>
    }
    failed={(retry) => <ErrorState title={messages.pageFailed} onRetry={retry} />}
  />
);
