import type { LoadFailure } from '@rangavalli/web-kit/federation/host';
import { whenIdle, whenLoaded } from '../page-load.js';
import type { Reporter } from './reporter.js';

/** Set by `server/app.ts`: the share of page loads whose speed is measured. */
const SAMPLE_META = 'meta[name="web-vitals-sample"]';

/** Global Privacy Control or Do Not Track: nothing is reported. */
const isOptedOut = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1';

const isSampled = () => Math.random() < Number(document.querySelector<HTMLMetaElement>(SAMPLE_META)?.content ?? 0);

let reporter: Promise<Reporter> | undefined;

/** Loaded when needed: most pages report nothing. */
function withReporter(run: (reporter: Reporter) => void) {
  if (isOptedOut()) return;
  reporter ??= import(/* webpackChunkName: "reporter" */ './reporter.js').then(({ Reporter }) => new Reporter());
  // A report that cannot be sent is lost: it must not cause another error.
  reporter.then(run).catch(() => undefined);
}

export const reportError = (error: unknown): void => withReporter((reporter) => reporter.addError(error));

export const reportLoadFailure = (failure: LoadFailure): void =>
  withReporter((reporter) => reporter.addLoadFailure(failure));

/** Reports uncaught errors of the page and, of a sample of page loads, their speed. */
export function startBrowserReports(): void {
  // A script that cannot be parsed has no error.
  window.addEventListener('error', (event) => reportError(event.error ?? event));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
  if (isSampled()) whenLoaded(() => whenIdle(() => withReporter((reporter) => reporter.observeVitals())));
}
