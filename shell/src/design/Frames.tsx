import type { ReactNode } from 'react';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Area } from '@rangavalli/web-kit/ui/Area';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorBoundary } from '@rangavalli/web-kit/ui/ErrorBoundary';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { RemoteBoundary } from '@rangavalli/web-kit/ui/RemoteBoundary';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Sample } from './Sample.js';
import css from './Design.module.css';

function Broken(): ReactNode {
  throw new Error('this sample throws');
}
const links = [
  { to: '/design', label: 'Design', icon: 'pencil' },
  { to: '/', label: 'Go to Home', icon: 'home' },
] as const;
const loading = (
  <div className={css.wide}>
    <Skeleton height="2.75rem" />
  </div>
);
const showError = (retry: () => void) => (
  <ErrorState compact title="This section is temporarily unavailable" onRetry={retry} />
);
const loadForever = () => new Promise<never>(() => undefined);
const failToLoad = () => Promise.reject(new Error('this sample does not load'));
const loadNow = () => Promise.resolve({ default: () => <p>Loaded.</p> });

export function Frames() {
  return (
    <div className={css.samples}>
      <Sample name="Page">
        <p>The heading, lead and margins of this page.</p>
      </Sample>
      <Sample name="ErrorBoundary around a failing component">
        <ErrorBoundary failed={<p>The rest of the page works.</p>}>
          <Broken />
        </ErrorBoundary>
      </Sample>
      <Sample name="LazyBoundary, loading">
        <LazyBoundary id="design/loading" load={loadForever} loading={loading} failed={showError} />
      </Sample>
      <Sample name="LazyBoundary, loaded">
        <LazyBoundary id="design/loaded" load={loadNow} loading={loading} failed={showError} />
      </Sample>
      <Sample name="LazyBoundary, failed, with a retry">
        <LazyBoundary id="design/failed" load={failToLoad} loading={loading} failed={showError} />
      </Sample>
      <Sample name="RemoteBoundary of an unknown module">
        <RemoteBoundary remote="mf_checkout" exposed="NotThere" loading={loading} failed={showError} />
      </Sample>
      <Sample name="Fragment: the account menu of mf-account">
        <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={loading} failed={showError} />
      </Sample>
      <div className={css.full}>
        <Sample name="Area">
          <Area
            name="Sample area"
            boundary="shell"
            links={links}
            action={{ label: 'Logout', icon: 'logout', run: () => toast.info('Area action.') }}
          >
            <p>The screen is beside the links, below them on a phone.</p>
            <Button look="secondary" onClick={() => toast.info('Screen button.')}>
              Button
            </Button>
          </Area>
        </Sample>
      </div>
    </div>
  );
}
