import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import '@rangavalli/web-kit/styles/tokens.css';
import '@rangavalli/web-kit/styles/fonts-before.css';
import '@rangavalli/web-kit/styles/base.css';
import { hostRemotes } from '@rangavalli/web-kit/federation/host';
import { warmLinks } from './ahead/warm-links.js';
import { App } from './App.js';
import { bringFonts } from './fonts.js';
import { startWorker } from './seen/service-worker.js';

hostRemotes();
bringFonts();
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
  // In slices: a tap is answered in between.
  else startTransition(() => void hydrateRoot(root, page, options));
}
startWorker();
warmLinks();
