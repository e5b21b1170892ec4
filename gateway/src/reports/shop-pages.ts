import { Injectable } from '@nestjs/common';
import { shopPages, type ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { Upstreams } from '../upstream/upstreams.js';

const MAX_AGE_MS = 10_000;
const DEADLINE_MS = 2_000;

/** Reads which pages and releases the shop has, so that no browser can add labels to metrics. */
@Injectable()
export class ShopPagesReader {
  private last: ShopPages = { pages: [], releases: {} };
  private readAt = Number.NEGATIVE_INFINITY;
  private pending: Promise<void> | undefined;

  constructor(private readonly upstreams: Upstreams) {}

  /** Returns pages at most ten seconds old, or the last ones while the shell is down. */
  async current(): Promise<ShopPages> {
    if (Date.now() - this.readAt > MAX_AGE_MS) this.pending = this.read();
    await this.pending;
    return this.last;
  }

  private async read() {
    this.readAt = Date.now();
    try {
      const request = { method: 'GET', path: '/health/pages', headers: {} } as const;
      const { body } = await this.upstreams.shell.call({ ...request, deadlineMs: DEADLINE_MS, isRepeatable: true });
      this.last = shopPages.parse(JSON.parse(body.toString()));
    } catch {
      // The shell is down, or of a release that has no such page.
    }
  }
}
