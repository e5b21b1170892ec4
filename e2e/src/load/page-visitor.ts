import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../support/store.js';

/** Loads the home page with its scripts and styles, over new connections and over those that are kept. */
export class PageVisitor {
  readonly failures: string[] = [];
  pages = 0;
  private readonly loading: Promise<void>[];
  private isStopped = false;

  constructor() {
    this.loading = [true, false].map((isKept) => this.load(isKept ? {} : { connection: 'close' }));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loading);
  }

  private async load(headers: Record<string, string>): Promise<void> {
    while (!this.isStopped) {
      const html = await this.get('/', headers);
      const files = [...html.matchAll(/(?:src|href)="(\/[\w.-]+\.[0-9a-f]{10}\.(?:js|css))"/g)];
      for (const [, file = ''] of files) await this.get(file, headers);
      this.pages++;
      await sleep(50);
    }
  }

  private async get(url: string, headers: Record<string, string>): Promise<string> {
    try {
      const response = await fetch(run().address + url, { headers: { accept: 'text/html', ...headers } });
      if (!response.ok) this.failures.push(`${url}: ${response.status}`);
      return await response.text();
    } catch (error) {
      this.failures.push(`${url}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`);
      return '';
    }
  }
}
