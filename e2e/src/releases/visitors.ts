import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../support/store.js';
import { filesOf, registryIn } from './served.js';

const PAGES = ['/', '/pattu-saree', '/search?q=indigo', '/cart', '/all'];
const BREATH_MS = 100;

/** Visitors who come again and again and fetch what a browser would: a page, and the files of the releases that it names. */
export class Visitors {
  /** Pages that came whole. */
  pages = 0;
  /** Answers that were none. */
  readonly failures: string[] = [];
  /** Versions of mf-catalog that pages named. */
  readonly met = new Set<string>();
  private gone = false;
  private readonly going: Promise<unknown>;

  constructor(howMany: number) {
    this.going = Promise.all(Array.from({ length: howMany }, (_none, first) => this.visit(first)));
  }

  /** Resolves when the last one has left. */
  async end(): Promise<void> {
    this.gone = true;
    await this.going;
  }

  private async visit(first: number): Promise<void> {
    for (let turn = first; !this.gone; turn++) {
      const html = await this.fetch(PAGES[turn % PAGES.length] ?? '/');
      if (html === undefined) continue;
      const { mf_catalog: catalog, ...others } = registryIn(html).remotes;
      if (!catalog || Object.keys(others).length !== 3)
        this.failures.push(`a page names ${Object.keys(registryIn(html).remotes).join(', ')} alone`);
      if (catalog) {
        this.met.add(catalog.version);
        for (const file of new Set([catalog.entry, ...filesOf('mf-catalog', catalog.version)])) await this.fetch(file);
      }
      for (const { entry } of Object.values(others)) await this.fetch(entry);
      this.pages++;
      await sleep(BREATH_MS);
    }
  }

  /** The answer's text; undefined when it failed, which is noted. */
  private async fetch(address: string): Promise<string | undefined> {
    try {
      const answer = await fetch(run().address + address);
      if (answer.ok) return await answer.text();
      this.failures.push(`${address}: ${answer.status}`);
    } catch (error) {
      this.failures.push(`${address}: ${String(error)}`);
    }
    return undefined;
  }
}
