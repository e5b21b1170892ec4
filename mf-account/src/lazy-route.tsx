import type { ComponentType } from 'react';
import { Route } from '@rangavalli/web-kit/federation/router';
import { LazyPage } from '@rangavalli/web-kit/ui/LazyPage';
import { messages } from './user/messages.js';

/** The route of a page in a file of its own; `name` is unique within the slice. */
export const lazyRoute = (path: string, name: string, load: () => Promise<ComponentType>) => (
  <Route
    path={path}
    element={
      <LazyPage
        id={`mf-account/${name}`}
        load={load}
        loadingLabel={messages.loadingPage}
        failed={messages.pageFailed}
      />
    }
  />
);
