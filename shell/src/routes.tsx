import { useEffect, useState, type ComponentType } from 'react';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { Route, Routes, useLocation } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { RemoteBoundary } from '@rangavalli/web-kit/ui/RemoteBoundary';
import { LoadError } from './layout/LoadError.js';
import { PageSkeleton } from './layout/PageSkeleton.js';
import { fetchPages, isDesignOpen, usePages } from './pages/pages-context.js';
import { DESIGN_PATH } from './pages/pages.js';

/** The server finds the home page's file by its chunk name. */
const ownScreens: Record<string, () => Promise<{ default: ComponentType }>> = {
  '/': () => import(/* webpackChunkName: "home" */ './home/Home.js'),
  '/tnc': () => import('./policies/Terms.js'),
  '/refund': () => import('./policies/Refund.js'),
  '/shipping': () => import('./policies/Shipping.js'),
  '/privacy': () => import('./policies/Privacy.js'),
  '/contact': () => import('./policies/Contact.js'),
  '/about': () => import('./policies/About.js'),
  '/trending': () => import('./trending/Trending.js'),
  [DESIGN_PATH]: () => import('./design/Design.js'),
};

const showLoadError = (retry: () => void) => <LoadError onRetry={retry} />;

/** The remote's `<Routes>` continue from here, with absolute paths. */
function RemotePage() {
  const { pathname } = useLocation();
  const remote = matchPage(usePages(), pathname)?.remote;
  if (!remote) return <UnknownPage key={pathname} path={pathname} />;
  return (
    <RemoteBoundary
      key={remote}
      remote={remote}
      exposed="routes"
      resetKey={pathname}
      loading={<PageSkeleton />}
      failed={showLoadError}
    />
  );
}

/** The page may have been released since the document was loaded. */
function UnknownPage({ path }: { path: string }) {
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    fetchPages(abort.signal).then(
      (pages) => (matchPage(pages, path) ? window.location.reload() : setIsMissing(true)),
      () => setIsMissing(true),
    );
    return () => abort.abort();
  }, [path]);
  return isMissing ? <NotFound /> : <PageSkeleton />;
}

function NotFound() {
  usePageHead({ title: 'Page not found' });
  return (
    <EmptyState
      heading="h1"
      title="Page not found"
      text="The page may have moved, or the address may be misspelt. Check the address, or go to the home page."
    >
      <ButtonLink to="/">Go to Home</ButtonLink>
    </EmptyState>
  );
}

export function AppRoutes() {
  return (
    <Routes>
      {Object.entries(ownScreens)
        .filter(([path]) => path !== DESIGN_PATH || isDesignOpen())
        .map(([path, load]) => (
          <Route
            key={path}
            path={path}
            element={
              <LazyBoundary key={path} id={path} load={load} loading={<PageSkeleton />} failed={showLoadError} />
            }
          />
        ))}
      <Route path="*" element={<RemotePage />} />
    </Routes>
  );
}
