import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_ENGINE, type SearchEngine } from '../search/search-engine.js';
import { SearchFeed } from '../search/search-feed.js';
import { type WrittenProduct, WrittenProducts } from './written-products.js';

/**
 * Products as shoppers see them now. They come from memory in the version that the search knows, which is the database's as far as
 * this replica has heard; while changes can not be heard of (`SearchFeed.hears`), from the database each time.
 */
@Injectable()
export class CurrentProducts {
  constructor(
    private readonly feed: SearchFeed,
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    private readonly written: WrittenProducts,
  ) {}

  /**
   * Each of these products; undefined for one that has left the shop. What memory has not got in the version told is read, and may
   * be of another one.
   * @param versions as the engine knows them now
   */
  async each(
    ids: readonly string[],
    versions: readonly (string | undefined)[],
  ): Promise<(WrittenProduct | undefined)[]> {
    const all = ids.map((id, at) => this.kept(id, versions[at]));
    if (all.every(Boolean)) return all;
    return Promise.all(all.map((written, at) => written ?? this.written.read(ids[at] as string)));
  }

  /** Those of the products that are in the shop, in the order in which they were asked for. */
  async some(ids: readonly string[]): Promise<WrittenProduct[]> {
    const unique = [...new Set(ids)];
    return (await this.each(unique, await this.engine.versions(unique))).filter((product) => product !== undefined);
  }

  /** One product; undefined when it is not in the shop. */
  async one(id: string): Promise<WrittenProduct | undefined> {
    if (!this.feed.hears) return this.written.read(id);
    await this.feed.ready();
    const [version] = await this.engine.versions([id]);
    return this.kept(id, version) ?? this.written.read(id);
  }

  private kept(id: string, version: string | undefined): WrittenProduct | undefined {
    return version !== undefined && this.feed.isCurrent(id) ? this.written.kept(id, version) : undefined;
  }
}
