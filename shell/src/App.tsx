import { useEffect } from 'react';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { ToastHost } from '@rangavalli/web-kit/ui/ToastHost';
import { DeveloperTool } from './boundaries/DeveloperTool.js';
import { RouteChange } from './layout/RouteChange.js';
import { OfflineBanner, PanelLayout, StoreLayout } from './layout/StoreLayout.js';
import { usePages } from './pages/pages-context.js';
import { AppRoutes } from './routes.js';
import { startKeepingToasts } from './zones/kept-toasts.js';

export function App() {
  const { pathname } = useLocation();
  useEffect(startKeepingToasts, []);
  const Layout = matchPage(usePages(), pathname)?.layout === 'panel' ? PanelLayout : StoreLayout;
  return (
    <>
      <RouteChange />
      <OfflineBanner />
      <Layout>
        <AppRoutes />
      </Layout>
      <ToastHost />
      <DeveloperTool name="frames" />
    </>
  );
}
