import type { CDPSession } from 'playwright-core';

/** Kinds of files that a page is made of. */
export type Kind = 'html' | 'js' | 'css' | 'font' | 'picture' | 'data' | 'other';

const kinds: readonly [RegExp, Kind][] = [
  [/html/, 'html'],
  [/javascript/, 'js'],
  [/css/, 'css'],
  [/font/, 'font'],
  [/^image/, 'picture'],
  [/json/, 'data'],
];

/** Counts what a tab has fetched over the network: bodies as transferred (compressed), without their headers. */
export class Transfers {
  readonly bytes: Record<Kind, number> = { html: 0, js: 0, css: 0, font: 0, picture: 0, data: 0, other: 0 };
  requests = 0;
  private readonly running = new Set<string>();
  private readonly begun = new Map<string, { kind: Kind; headers: number }>();
  private quietSince = performance.now();

  /** @param session of the tab, with the network's events on */
  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith('http')) return;
      this.running.add(requestId);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const fromNetwork =
        !response.fromDiskCache &&
        !response.fromServiceWorker &&
        !response.fromPrefetchCache &&
        response.url.startsWith('http');
      if (fromNetwork) this.requests += 1;
      const kind = kinds.find(([type]) => type.test(response.mimeType))?.[1] ?? 'other';
      if (fromNetwork) this.begun.set(requestId, { kind, headers: response.encodedDataLength });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = this.begun.get(requestId);
      if (one) this.bytes[one.kind] += Math.max(0, encodedDataLength - one.headers);
      this.end(requestId);
    });
    session.on('Network.loadingFailed', ({ requestId }) => this.end(requestId));
  }

  /** Resolves when nothing was under way for `ms`, at the latest after `patienceMs`. */
  async quiet(ms: number, patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    while (performance.now() < until && (this.running.size > 0 || performance.now() - this.quietSince < ms)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private end(requestId: string): void {
    this.running.delete(requestId);
    this.quietSince = performance.now();
  }
}
