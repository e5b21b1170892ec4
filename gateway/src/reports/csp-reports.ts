import { Inject, Injectable } from '@nestjs/common';
import type { CspReports as Reports } from '@rangavalli/contracts/entities/csp-report';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { ReportLog } from './report-log.js';

const MAX_LENGTH = 200;

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

const received = new Counter({
  name: 'csp_reports_total',
  help: 'Reports of browsers about violations of the content security policy, by directive.',
  labelNames: ['directive'],
});

interface Violation {
  directive: string;
  /** Origin, or a keyword such as `inline`. */
  blocked: string;
  /** Path of the page, without its query. */
  page: string;
  source: string;
}

/** Counts all reports and logs samples. */
@Injectable()
export class CspReports {
  private readonly log: ReportLog;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.log = new ReportLog(logger);
  }

  record(reports: Reports): void {
    for (const violation of violationsOf(reports)) {
      received.inc({ directive: violation.directive });
      this.log.warn({ violation }, 'content security policy violated');
    }
  }
}

function violationsOf(reports: Reports): Violation[] {
  if (!Array.isArray(reports)) {
    const report = reports['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0];
    return [toViolation(directive, report['blocked-uri'], report['document-uri'], report['source-file'])];
  }
  return reports
    .filter(({ type }) => type === 'csp-violation')
    .map(({ url, body }) =>
      toViolation(body?.effectiveDirective, body?.blockedURL, body?.documentURL ?? url, body?.sourceFile),
    );
}

type Text = string | null | undefined;

const toViolation = (directive: Text, blocked: Text, page: Text, source: Text): Violation => ({
  directive: directive && directives.has(directive) ? directive : 'other',
  blocked: shorten(blocked, ({ origin, protocol }) => (origin === 'null' ? protocol : origin)),
  page: shorten(page, ({ pathname }) => pathname),
  source: shorten(source, ({ origin, pathname }) => origin + pathname),
});

/** Queries and fragments may hold personal data. */
function shorten(text: Text, part: (url: URL) => string): string {
  const url = text ? URL.parse(text) : null;
  return (url ? part(url) : (text ?? '').replace(/[?#].*/s, '')).slice(0, MAX_LENGTH);
}
