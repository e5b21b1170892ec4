/** The whole page for the shell's server (`server/render`), built into one file. Browsers never load it. */
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { renderToString } from 'react-dom/server';
import * as router from '@rangavalli/web-kit/federation/router';
import { StaticRouter } from '@rangavalli/web-kit/federation/server-router';
import { App } from './App.js';
import Home from './home/Home.js';

export { provideServerPage } from '@rangavalli/web-kit/data/server-page';

/** What a remote's routes are lent on the server, by the names under which they ask for it: one copy of each, as in a browser. */
export const lent: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@rangavalli/web-kit/federation/router': router,
};

/** Parts of the shell with files of their own that the server renders, by the ids under which the page asks for them. */
export const ownParts = { '/': Home };

/** The HTML of the page at `address` (path and query). */
export const render = (address: string): string =>
  renderToString(
    <StaticRouter location={address}>
      <App />
    </StaticRouter>,
  );
