import { Inject, Injectable } from '@nestjs/common';
import type { ShopPages } from '@rangavalli/contracts/entities/browser-report';
import type { CspReports as Reports } from '@rangavalli/contracts/entities/csp-report';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { isOptedOut } from './opt-out.js';
import { ReportLog } from './report-log.js';
import { ShopPagesReader } from './shop-pages.js';

const OTHER = 'other';

const directives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'form-action',
  'object-src',
  'base-uri',
  'frame-ancestors',
  'worker-src',
  'manifest-src',
]);

/** Instead of URLs (https://www.w3.org/TR/CSP3/#violation-resource), and schemes without an origin. */
const keywords = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'trusted-types-policy',
  'trusted-types-sink',
  'self',
  'about',
  'blob',
  'data',
  'filesystem',
  'chrome-extension',
  'moz-extension',
  'safari-web-extension',
]);
const withOrigin = new Set(['http:', 'https:', 'ws:', 'wss:']);

const received = new Counter({
  name: 'csp_reports_total',
  help: 'Reports of browsers about violations of the content security policy, by directive.',
  labelNames: ['directive'],
});

interface Violation {
  directive: string;
  /** Origin, or a keyword such as `inline`. */
  blocked: string;
  /** Path pattern: an address may name an order or contain the secret of a link. */
  page: string;
  /** As `blocked`. */
  source: string;
}

/** Counts all reports and logs samples. */
@Injectable()
export class CspReports {
  private readonly log: ReportLog;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly pagesReader: ShopPagesReader,
  ) {
    this.log = new ReportLog(logger);
  }

  async record(reports: Reports, headers: FastifyRequest['headers']): Promise<void> {
    if (isOptedOut(headers)) return;
    const { pages } = await this.pagesReader.current();
    for (const violation of violationsOf(reports, pages)) {
      received.inc({ directive: violation.directive });
      this.log.warn({ violation }, 'content security policy violated');
    }
  }
}

type Pages = ShopPages['pages'];

function violationsOf(reports: Reports, pages: Pages): Violation[] {
  if (!Array.isArray(reports)) {
    const report = reports['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0];
    return [toViolation(pages, directive, report['blocked-uri'], report['document-uri'], report['source-file'])];
  }
  return reports
    .filter(({ type }) => type === 'csp-violation')
    .map(({ url, body }) =>
      toViolation(pages, body?.effectiveDirective, body?.blockedURL, body?.documentURL ?? url, body?.sourceFile),
    );
}

type Text = string | null | undefined;

const toViolation = (pages: Pages, directive: Text, blocked: Text, page: Text, source: Text): Violation => ({
  directive: directive && directives.has(directive) ? directive : OTHER,
  blocked: originOf(blocked),
  page: patternOf(pages, page),
  source: originOf(source),
});

function patternOf(pages: Pages, text: Text): string {
  const url = text ? URL.parse(text) : null;
  return (url && matchPage(pages, url.pathname)?.path) ?? OTHER;
}

/** Anybody can send a report with any text. */
function originOf(text: Text): string {
  if (!text) return '';
  const url = URL.parse(text);
  if (url && withOrigin.has(url.protocol)) return url.origin;
  const keyword = url ? url.protocol.slice(0, -1) : text;
  return keywords.has(keyword) ? keyword : OTHER;
}
