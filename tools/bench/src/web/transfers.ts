import type { CDPSession } from 'playwright-core';

export type Kind = 'html' | 'js' | 'css' | 'font' | 'image' | 'data' | 'other';

const kinds: readonly [RegExp, Kind][] = [
  [/html/, 'html'],
  [/javascript/, 'js'],
  [/css/, 'css'],
  [/font/, 'font'],
  [/^image/, 'image'],
  [/json/, 'data'],
];

/** Counts a tab's network responses: bodies as transferred (compressed), without headers. */
export class Transfers {
  readonly bytes: Record<Kind, number> = { html: 0, js: 0, css: 0, font: 0, image: 0, data: 0, other: 0 };
  requests = 0;
  private readonly pending = new Set<string>();
  private readonly responses = new Map<string, { kind: Kind; headers: number }>();
  private quietSince = performance.now();

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith('http')) return;
      this.pending.add(requestId);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const fromNetwork =
        !response.fromDiskCache &&
        !response.fromServiceWorker &&
        !response.fromPrefetchCache &&
        response.url.startsWith('http');
      if (fromNetwork) this.requests += 1;
      const kind = kinds.find(([type]) => type.test(response.mimeType))?.[1] ?? 'other';
      if (fromNetwork) this.responses.set(requestId, { kind, headers: response.encodedDataLength });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const response = this.responses.get(requestId);
      if (response) this.bytes[response.kind] += Math.max(0, encodedDataLength - response.headers);
      this.end(requestId);
    });
    session.on('Network.loadingFailed', ({ requestId }) => this.end(requestId));
  }

  /** Resolves when no request was pending for `ms`, or after `timeoutMs`. */
  async waitUntilQuiet(ms: number, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline && (this.pending.size > 0 || performance.now() - this.quietSince < ms)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private end(requestId: string): void {
    this.pending.delete(requestId);
    this.quietSince = performance.now();
  }
}
