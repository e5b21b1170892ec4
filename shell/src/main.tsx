import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import '@rangavalli/web-kit/styles/tokens.css';
import '@rangavalli/web-kit/styles/fonts-before.css';
import '@rangavalli/web-kit/styles/base.css';
import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { servedParts } from '@rangavalli/web-kit/data/served-data';
import { hostRemotes } from '@rangavalli/web-kit/federation/host';
import { loadExposed } from '@rangavalli/web-kit/federation/remotes';
import { loadFonts } from '@rangavalli/web-kit/styles/load-fonts';
import { App } from './App.js';
import { reportError, reportLoadFailure, startBrowserReports } from './browser-reports/browser-reports.js';
import { fetchPages, PagesContext, readEmbeddedPages } from './pages/pages-context.js';
import type { ShopPage } from './pages/pages.js';
import { prefetchRemotes } from './prefetch/prefetch-remotes.js';
import { startServiceWorker } from './service-worker/service-worker.js';
import { showRest } from './show-rest.js';
import { innermostPart, whenInteractive } from './when-interactive.js';
import { startZoneDocuments } from './zones/zone.js';

startBrowserReports();
hostRemotes(reportLoadFailure);
// Beside the hydration of the page around them.
for (const id of servedParts()) {
  const [remote, exposed = ''] = id.split('/') as [RemoteName, string?];
  const exposes: readonly string[] = remotes[remote]?.exposes ?? [];
  if (exposes.includes(exposed)) loadExposed(remote, exposed, { fresh: false }).catch(() => undefined);
}
/** Missing in the types of React. */
interface SelectiveHydration {
  unstable_scheduleHydration?: (element: Element) => void;
}

/**
 * Hydrates an element's boundaries before others. By default React hydrates them when it has nothing else to do, and
 * 300 ms after any other part was loaded.
 */
function hydrateFirst(root: Root & SelectiveHydration, element: Element | undefined) {
  if (element) root.unstable_scheduleHydration?.(element);
}

function start(pages: readonly ShopPage[]) {
  startZoneDocuments(pages);
  const root = document.getElementById('root');
  if (root) {
    const page = (
      <PagesContext value={pages}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </PagesContext>
    );
    const options = { onCaughtError: reportError };
    if (root.dataset['rendered'] === undefined) {
      createRoot(root, options).render(page);
      void loadFonts();
    } else {
      // In time slices.
      startTransition(() => hydrateFirst(hydrateRoot(root, page, options), innermostPart()));
      whenInteractive(() => void loadFonts().then(showRest));
    }
  }
  startServiceWorker(pages);
  prefetchRemotes(pages);
}

const embedded = readEmbeddedPages();
if (embedded) start(embedded);
else fetchPages().then(start, () => start([]));
