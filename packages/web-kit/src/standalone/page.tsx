import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import OwnRoutes from 'remote-routes';
import '../styles/tokens.css';
import '../styles/fonts-before.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { hostRemotes } from '../federation/host.js';
import { ToastHost } from '../ui/ToastHost.js';

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
