import type { ComponentType } from 'react';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';

interface LazyPageProps {
  name: keyof typeof messages.screens;
  load: () => Promise<ComponentType>;
}

/** A screen that is rarely opened, in a file of its own. */
export const LazyPage = ({ name, load }: LazyPageProps) => (
  <LazyPart
    key={name}
    id={`mf-admin/${name}`}
    load={load}
    props={{}}
    loading={
      <div role="status" aria-label={messages.loading(messages.screens[name])}>
        <Skeleton height="20rem" />
      </div>
    }
    failed={messages.pageFailed}
  />
);
