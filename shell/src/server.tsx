/** Built into one file for `server/render`; browsers never load it. */
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { renderToString } from 'react-dom/server';
import * as router from '@rangavalli/web-kit/federation/router';
import { StaticRouter } from '@rangavalli/web-kit/federation/server-router';
import { App } from './App.js';
import Home from './home/Home.js';
import { PagesContext } from './pages/pages-context.js';
import type { ShopPage } from './pages/pages.js';

export { provideServerPage } from '@rangavalli/web-kit/data/server-page';

/** By the names under which remotes require them. */
export const sharedModules: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@rangavalli/web-kit/federation/router': router,
};

/** By the ids of their `LazyBoundary`. */
export const ownParts = { '/': Home };

export const render = (url: string, pages: readonly ShopPage[]) =>
  renderToString(
    <PagesContext value={pages}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </PagesContext>,
  );
