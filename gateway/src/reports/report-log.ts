import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

const MAX_LOGGED = 500;
/** Equal reports are logged once in this time, ms. */
const LOG_INTERVAL_MS = 600_000;
const MAX_LINES_PER_MINUTE = 30;

/** Logs samples of what browsers report: anybody can send reports. */
export class ReportLog {
  private readonly logged = new LRUCache<string, true>({ max: MAX_LOGGED, ttl: LOG_INTERVAL_MS });
  private minute = 0;
  private lines = 0;

  constructor(private readonly logger: Logger) {}

  warn(report: object, message: string): void {
    const key = JSON.stringify(report);
    if (this.logged.has(key) || !this.mayLog()) return;
    this.logged.set(key, true);
    this.logger.warn(report, message);
  }

  private mayLog(): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) [this.minute, this.lines] = [minute, 0];
    this.lines += 1;
    return this.lines <= MAX_LINES_PER_MINUTE;
  }
}
