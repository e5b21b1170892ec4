/** The shell's page for its server (`server/render`), built into one file that browsers never load. */
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

/** Modules that remotes share with the shell, by the names under which they require them. */
export const sharedModules: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@rangavalli/web-kit/federation/router': router,
};

/** Lazily loaded components of the shell that the server renders, by their ids. */
export const ownParts = { '/': Home };

export const render = (url: string, pages: readonly ShopPage[]): string =>
  renderToString(
    <PagesContext value={pages}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </PagesContext>,
  );
