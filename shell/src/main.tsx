import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from '@rangavalli/web-kit/router';
import '@rangavalli/web-kit/tokens.css';
import '@rangavalli/web-kit/fonts.css';
import '@rangavalli/web-kit/base.css';
import { hostRemotes } from '@rangavalli/web-kit/federation-host';
import { warmLinks } from './ahead/warm-links.js';
import { App } from './App.js';
import { startWorker } from './seen/service-worker.js';

hostRemotes();
const root = document.getElementById('root');
if (root) {
  const page = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  );
  // Each boundary says itself what it caught.
  const options = { onCaughtError: () => undefined };
  if (root.dataset['rendered'] === undefined) createRoot(root, options).render(page);
  else hydrateRoot(root, page, options);
}
startWorker();
warmLinks();
