import { Inject, Injectable } from '@nestjs/common';
import type { BrowserReport, ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { remoteSlices } from '@rangavalli/contracts/slices';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { isOptedOut } from './opt-out.js';
import { ReportLog } from './report-log.js';
import { ShopPagesReader } from './shop-pages.js';

const webVitals = new Counter({
  name: 'web_vitals_total',
  help: 'Page loads of a sample of visits by the rating of their Core Web Vitals: good, needs-improvement, poor.',
  labelNames: ['metric', 'rating', 'page', 'slice', 'release'],
});
const browserErrors = new Counter({
  name: 'browser_errors_total',
  help: 'Script errors in browsers, by the slice whose file threw.',
  labelNames: ['page', 'slice', 'release'],
});
const sliceErrors = new Counter({
  name: 'browser_errors_by_slice_total',
  help: 'Script errors in browsers, over all pages and releases.',
  labelNames: ['slice'],
});
const loadFailures = new Counter({
  name: 'remote_load_failures_total',
  help: 'Page loads in which a browser could not load a remote.',
  labelNames: ['slice', 'release'],
});
const sliceLoadFailures = new Counter({
  name: 'remote_load_failures_by_slice_total',
  help: 'Page loads in which a browser could not load a remote, over all releases.',
  labelNames: ['slice'],
});

interface Place {
  page: string;
  slice: BrowserReport['errors'][number]['slice'];
  release: string;
}

const OTHER = 'other';

/** Counts what browsers report and logs samples of their errors. */
@Injectable()
export class BrowserReports {
  private readonly log: ReportLog;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly pagesReader: ShopPagesReader,
  ) {
    this.log = new ReportLog(logger);
    // Initialised for the alerts, because Prometheus' rates ignore the increment with which a series begins.
    for (const slice of ['shell', ...remoteSlices]) sliceErrors.inc({ slice }, 0);
    for (const slice of remoteSlices) sliceLoadFailures.inc({ slice }, 0);
  }

  async record({ vitals, errors, loadFailures: failures }: BrowserReport, headers: FastifyRequest['headers']) {
    if (isOptedOut(headers)) return;
    const shop = await this.pagesReader.current();
    for (const { metric, rating, ...place } of vitals) webVitals.inc({ metric, rating, ...knownPlace(shop, place) });
    for (const { name, stack, ...place } of errors) {
      const known = knownPlace(shop, place);
      browserErrors.inc({ ...known });
      sliceErrors.inc({ slice: known.slice });
      this.log.warn({ error: { name, stack, ...known } }, 'script error in a browser');
    }
    for (const { slice, release } of failures) {
      const known = { slice, release: knownRelease(shop, slice, release) };
      loadFailures.inc(known);
      sliceLoadFailures.inc({ slice });
      this.log.warn({ remote: known }, 'a browser could not load a remote');
    }
  }
}

const knownPlace = (shop: ShopPages, { page, slice, release }: Place): Place => ({
  page: shop.pages.some(({ path }) => path === page) ? page : OTHER,
  slice,
  release: knownRelease(shop, slice, release),
});

const knownRelease = ({ releases }: ShopPages, slice: Place['slice'], release: string): string =>
  releases[slice]?.includes(release) ? release : OTHER;
