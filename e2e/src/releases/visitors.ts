import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../support/store.js';
import { filesOf, parseRegistry } from './served.js';

const PAGES = ['/', '/pattu-saree', '/search?q=indigo', '/cart', '/all'];
const PAUSE_MS = 100;

/** Visitors who repeatedly load a page and the files of the releases in its registry. */
export class Visitors {
  readonly failures: string[] = [];
  /** Versions of mf-catalog in the pages' registries. */
  readonly versions = new Set<string>();
  private isStopped = false;
  private readonly visiting: Promise<unknown>;

  constructor(count: number) {
    this.visiting = Promise.all(Array.from({ length: count }, (_, first) => this.visit(first)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.visiting;
  }

  private async visit(first: number): Promise<void> {
    for (let turn = first; !this.isStopped; turn++) {
      const html = await this.fetch(PAGES[turn % PAGES.length] ?? '/');
      if (html === undefined) continue;
      const { remotes } = parseRegistry(html);
      const { mf_catalog: catalog, ...others } = remotes;
      if (!catalog || Object.keys(others).length !== 3)
        this.failures.push(`a registry has only ${Object.keys(remotes).join(', ')}`);
      if (catalog) {
        this.versions.add(catalog.version);
        for (const file of new Set([catalog.entry, ...filesOf('mf-catalog', catalog.version)])) await this.fetch(file);
      }
      for (const { entry } of Object.values(others)) await this.fetch(entry);
      await sleep(PAUSE_MS);
    }
  }

  /** Returns the response's text; records a failure and returns undefined. */
  private async fetch(path: string): Promise<string | undefined> {
    try {
      const response = await fetch(run().address + path);
      if (response.ok) return await response.text();
      this.failures.push(`${path}: ${response.status}`);
    } catch (error) {
      this.failures.push(`${path}: ${String(error)}`);
    }
    return undefined;
  }
}
