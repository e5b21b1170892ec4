import type { ComponentType } from 'react';
import { Route } from '@rangavalli/web-kit/federation/router';
import { LazyPage } from '@rangavalli/web-kit/ui/LazyPage';
import { messages } from './layout/messages.js';

/** The route of a screen in a file of its own. */
export const lazyRoute = (path: string, name: keyof typeof messages.screens, load: () => Promise<ComponentType>) => (
  <Route
    path={path}
    element={
      <LazyPage
        id={`mf-admin/${name}`}
        load={load}
        loadingLabel={messages.loading(messages.screens[name])}
        failed={messages.pageFailed}
      />
    }
  />
);
