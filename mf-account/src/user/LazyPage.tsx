import type { ComponentType } from 'react';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';

interface LazyPageProps {
  name: string;
  load: () => Promise<ComponentType>;
}

/** A page that is rarely opened, in a file of its own. */
export const LazyPage = ({ name, load }: LazyPageProps) => (
  <LazyPart
    key={name}
    id={`mf-account/${name}`}
    load={load}
    props={{}}
    loading={
      <div role="status" aria-label={messages.loadingPage}>
        <Skeleton height="20rem" />
      </div>
    }
    failed={messages.pageFailed}
  />
);
