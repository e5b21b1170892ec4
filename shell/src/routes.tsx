import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { RemoteBoundary } from '@rangavalli/web-kit/ui/RemoteBoundary';
import { designIsOpen } from './design/is-open.js';
import { PageSkeleton } from './layout/PageSkeleton.js';
import { NotFound } from './not-found/NotFound.js';
import { DESIGN_PATH, remoteOfPath, type ownPaths } from './remote-paths.js';

/** The shell's own pages; each comes in a file of its own when it is first opened. The server knows home's by its name. */
const ownPages: Record<(typeof ownPaths)[number], () => Promise<{ default: ComponentType }>> = {
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

const didNotOpen = (retry: () => void) => (
  <ErrorState
    title="This part of the shop did not open"
    text="The rest of the shop is here for you. Please try again in a moment."
    onRetry={retry}
  />
);

/** A page of a remote, or none. The remote's own `<Routes>` take it from here, with whole paths. */
function RemotePage() {
  const { pathname } = useLocation();
  const remote = remoteOfPath(pathname);
  if (!remote) return <NotFound />;
  return (
    <RemoteBoundary
      key={remote}
      remote={remote}
      exposed="routes"
      resetKey={pathname}
      loading={<PageSkeleton />}
      failed={didNotOpen}
    />
  );
}

/** Every route of the store and who shows it: the shell itself, or a remote (`remote-paths.ts`). */
export function AppRoutes() {
  return (
    <Routes>
      {Object.entries(ownPages)
        .filter(([path]) => path !== DESIGN_PATH || designIsOpen())
        .map(([path, load]) => (
          <Route
            key={path}
            path={path}
            element={<LazyBoundary key={path} id={path} load={load} loading={<PageSkeleton />} failed={didNotOpen} />}
          />
        ))}
      <Route path="*" element={<RemotePage />} />
    </Routes>
  );
}
