import type { BrowserReport } from '@rangavalli/contracts/entities/browser-report';
import { remotes } from '@rangavalli/contracts/fragments';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import type { LoadFailure } from '@rangavalli/web-kit/federation/host';
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { releaseOnPage } from '../boundaries/boundaries.js';
import { readEmbeddedPages } from '../pages/pages-context.js';
import { describeError, type ReportedSlice } from './describe-error.js';

const REPORTS_PATH = '/api/browser-reports';
/** Errors that follow one another are sent together. */
const SEND_DELAY_MS = 1_000;
/** Of a page load, errors and load failures together. */
const MAX_ERRORS = 5;

const emptyReport = (): BrowserReport => ({ vitals: [], errors: [], loadFailures: [] });

/** Collects what a page load reports, each thing once, and sends it to the gateway. */
export class Reporter {
  private readonly pages = readEmbeddedPages() ?? [];
  private pending = emptyReport();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly reportedErrors = new Set<string>();
  private readonly reportedVitals = new Set<string>();
  private readonly loadErrors = new WeakSet<object>();

  constructor() {
    // After the listeners of web-vitals, which capture the event: they add the last measurements.
    window.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.send();
    });
  }

  /** Ignores errors of browser extensions and other scripts that are not the shop's. */
  addError(thrown: unknown): void {
    const error = describeError(thrown);
    if (!error || this.loadErrors.has(thrown as object)) return;
    const { slice, file, line, column } = error.stack[0];
    if (!this.isNewError(`${error.name} ${slice} ${file}:${line}:${column}`)) return;
    this.pending.errors.push({ page: this.page()?.path ?? '', slice, release: releaseOnPage(slice), ...error });
    this.sendSoon();
  }

  addLoadFailure({ remote, release = '', error }: LoadFailure): void {
    // The boundary of the remote catches it too.
    if (error instanceof Error) this.loadErrors.add(error);
    const { slice } = remotes[remote];
    if (!this.isNewError(`${slice} ${release}`)) return;
    this.pending.loadFailures.push({ slice, release });
    this.sendSoon();
  }

  /** Observes the Core Web Vitals. The browser has what happened before; they are final when the page is hidden. */
  observeVitals(): void {
    // Those of later pages of this document count for the first one.
    const page = this.page();
    const slice: ReportedSlice = page?.remote ? remotes[page.remote].slice : 'shell';
    const add = ({ id, name, rating }: CLSMetric | INPMetric | LCPMetric) => {
      if (this.reportedVitals.has(id)) return;
      this.reportedVitals.add(id);
      this.pending.vitals.push({ metric: name, rating, page: page?.path ?? '', slice, release: releaseOnPage(slice) });
      this.sendSoon();
    };
    onCLS(add);
    onINP(add);
    onLCP(add);
  }

  private page() {
    return matchPage(this.pages, window.location.pathname);
  }

  private isNewError(key: string): boolean {
    if (this.reportedErrors.has(key) || this.reportedErrors.size === MAX_ERRORS) return false;
    this.reportedErrors.add(key);
    return true;
  }

  private sendSoon() {
    this.timer ??= setTimeout(() => this.send(), SEND_DELAY_MS);
  }

  private send() {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    navigator.sendBeacon(REPORTS_PATH, new Blob([JSON.stringify(this.pending)], { type: 'application/json' }));
    this.pending = emptyReport();
  }
}
