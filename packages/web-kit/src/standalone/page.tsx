import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '@rangavalli/web-kit/router';
import OwnRoutes from 'remote-routes';
import '../tokens.css';
import '../fonts-before.css';
import '../fonts.css';
import '../base.css';
import { hostRemotes } from '../federation-host.js';
import { ToastHost } from '../ui/ToastHost.js';

// The other slices' fragments come from the running store.
hostRemotes();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <main>
        <OwnRoutes />
      </main>
      <ToastHost />
    </BrowserRouter>,
  );
}
