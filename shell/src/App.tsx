import { useLocation } from '@rangavalli/web-kit/federation/router';
import { ToastHost } from '@rangavalli/web-kit/ui/ToastHost';
import { ForDevelopers } from './boundaries/ForDevelopers.js';
import { OfflineBanner } from './layout/OfflineBanner.js';
import { PanelLayout } from './layout/PanelLayout.js';
import { RouteChange } from './layout/RouteChange.js';
import { StoreLayout } from './layout/StoreLayout.js';
import { AppRoutes } from './routes.js';

/** User and admin area bring their own sidebar: they stand outside the storefront's header and footer. */
const PANELS = /^\/(user|admin)(\/|$)/;

/** The whole page. */
export function App() {
  const { pathname } = useLocation();
  const Layout = PANELS.test(pathname) ? PanelLayout : StoreLayout;
  return (
    <>
      <RouteChange />
      <OfflineBanner />
      <Layout>
        <AppRoutes />
      </Layout>
      <ToastHost />
      <ForDevelopers part="frames" />
    </>
  );
}
