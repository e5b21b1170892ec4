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
  throw new Error('This sample breaks on purpose.');
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
const didNotLoad = (retry: () => void) => <ErrorState compact title="This part did not load" onRetry={retry} />;
const forEver = () => new Promise<never>(() => undefined);
const never = () => Promise.reject(new Error('This sample never loads.'));
const atOnce = () => Promise.resolve({ default: () => <p>Here it is.</p> });

/** What stands around other parts. */
export function Frames() {
  return (
    <div className={css.samples}>
      <Sample name="Page">
        <p>This page stands in one: its heading, its lead, its margins.</p>
      </Sample>
      <Sample name="ErrorBoundary around a part that breaks">
        <ErrorBoundary failed={<p>The rest of the page goes on.</p>}>
          <Broken />
        </ErrorBoundary>
      </Sample>
      <Sample name="LazyBoundary, loading">
        <LazyBoundary id="design/loading" load={forEver} loading={loading} failed={didNotLoad} />
      </Sample>
      <Sample name="LazyBoundary, there">
        <LazyBoundary id="design/there" load={atOnce} loading={loading} failed={didNotLoad} />
      </Sample>
      <Sample name="LazyBoundary, failed, with a retry">
        <LazyBoundary id="design/failed" load={never} loading={loading} failed={didNotLoad} />
      </Sample>
      <Sample name="RemoteBoundary of a part that a slice does not have">
        <RemoteBoundary remote="mf_checkout" exposed="NotThere" loading={loading} failed={didNotLoad} />
      </Sample>
      <Sample name="Fragment: the account’s menu, of mf-account">
        <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={loading} failed={didNotLoad} />
      </Sample>
      <div className={css.full}>
        <Sample name="Area">
          <Area
            name="Sample of an area"
            boundary="shell"
            links={links}
            action={{ label: 'Logout', icon: 'logout', run: () => toast.info('The action of the area.') }}
          >
            <p>The screen stands beside the links, and under them on a phone.</p>
            <Button look="secondary" onClick={() => toast.info('A button of the screen.')}>
              A button of the screen
            </Button>
          </Area>
        </Sample>
      </div>
    </div>
  );
}
