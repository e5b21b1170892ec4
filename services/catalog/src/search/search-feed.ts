import type { NatsConnection } from '@nats-io/transport-node';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Envelope, EventName } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { overhear } from '@rangavalli/service-kit/events/overhear';
import { Rounds } from '@rangavalli/service-kit/rounds';
import { CONFIG, LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { shown, type ShownProduct } from '../products/product-view.js';
import { WrittenProducts } from '../products/written-products.js';
import { SEARCH_ENGINE, type SearchEngine } from './search-engine.js';
import { searchedOf, versioned, type VersionedRecord, versionOf } from './searched-product.js';

/** The events after which a product may be found otherwise. A sale's pieces left the shelf when they were held. */
const changes = [
  'catalog.product.created',
  'catalog.product.updated',
  'catalog.product.deleted',
  'catalog.stock.held',
  'catalog.stock.released',
  'catalog.stock.returned',
] as const satisfies EventName[];

/** So many products are read at a time. */
const BATCH = 500;
/** Pieces that move are read together after this, ms; a search that comes sooner has them read at once. */
const MOMENT_MS = 100;
/** What could not be read is read again after this, ms. */
const RETRY_MS = 1_000;
/** Own events that have not come by yet; beyond this number some are read a second time. */
const MOST_OWN = 10_000;

/**
 * Keeps this replica's engine true to the database. It is filled before the process listens; then each change is heard
 * of, of this replica's own directly and of others' by their events, in passing and without a place in the stream. A
 * changed product is read anew, whatever the event said, so that events may come twice and in any order. What was
 * missed while NATS was away is found by comparing all versions: on reconnect, and every `SEARCH_COMPARE_MS`.
 */
@Injectable()
export class SearchFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting = new Set<string>();
  /** What is just being read. */
  private beingRead: ReadonlySet<string> = new Set();
  private readonly own = new Set<string>();
  private readonly rounds: Rounds;
  private reading: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private filled = false;
  private connected = false;
  /** How often changes may have been missed. */
  private losses = 0;
  /** The losses of which all is made good. */
  private madeGood = -1;
  private stopped = false;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    private readonly written: WrittenProducts,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) config: CatalogConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Rounds({ name: 'search comparison', everyMs: config.SEARCH_COMPARE_MS, logger }, () =>
      this.makeGood(),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    // Whatever changes from here on is heard of; what changed before is in the database that is read now.
    await overhear(this.nats, changes, {
      heard: (event) => this.heard(event),
      hears: (now) => {
        this.connected = now;
        this.losses += 1;
        return now ? this.makeGood() : undefined;
      },
      logger: this.logger,
    });
    await this.fill();
    this.rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all([this.rounds.stop(), this.reading]);
  }

  /** Whether the engine knows of every change that was told until a moment ago: not while NATS is away, nor until what was missed is made good. */
  get hears(): boolean {
    return this.filled && this.connected && this.madeGood === this.losses;
  }

  /** Whether the engine knows all that was told of a product; not when it was told of and is not read yet, or could not be. */
  isCurrent(id: string): boolean {
    return this.hears && !this.waiting.has(id) && !this.beingRead.has(id);
  }

  /** This replica has changed a product. Resolves when the engine knows; never fails the caller. */
  changed(id: string, eventId: string): Promise<void> {
    this.noteOwn(eventId);
    this.waiting.add(id);
    return this.settled();
  }

  /** This replica has moved pieces of a product: whoever searches from now on finds it as it is. */
  moved(id: string, eventId: string): void {
    this.noteOwn(eventId);
    this.readSoon([id]);
  }

  /** Products turned out to be others than the engine thinks. */
  doubted(ids: readonly string[]): void {
    this.readSoon(ids);
  }

  /**
   * Resolves when the engine knows all that was heard of until now.
   * @throws AppError UNAVAILABLE when it has not got the products at all yet
   */
  async ready(): Promise<void> {
    if (!this.filled) throw new AppError('UNAVAILABLE');
    await this.settled();
  }

  /** Finds the products of which the engine has another version than the database, and has them read anew. */
  async compare(): Promise<void> {
    if (!this.filled) return;
    const seen = new Set<string>();
    await this.stream(versioned, async (batch: (VersionedRecord & Pick<ProductRecord, '_id'>)[]) => {
      const ids = batch.map(({ _id }) => _id.toHexString());
      const known = await this.engine.versions(ids);
      for (const [at, id] of ids.entries()) {
        seen.add(id);
        if (known[at] !== versionOf(batch[at] as VersionedRecord)) this.waiting.add(id);
      }
    });
    for await (const ids of this.engine.ids()) for (const id of ids) if (!seen.has(id)) this.waiting.add(id);
    await this.settled();
  }

  private async makeGood(): Promise<void> {
    const { losses } = this;
    await this.compare();
    this.madeGood = losses;
  }

  private async fill(): Promise<void> {
    const began = Date.now();
    let count = 0;
    try {
      await this.stream(shown, async (batch: ShownProduct[]) => {
        await this.learn(batch);
        count += batch.length;
      });
      // The first search in each order takes longer than those after it.
      for (const sort of ['newest', 'price-asc', 'name'] as const)
        await this.engine.find({ sort }, { skip: 0, limit: 1, facets: true });
      this.filled = true;
      await this.settled();
      this.logger.info({ products: count, tookMs: Date.now() - began }, 'products can be searched');
    } catch (error) {
      this.logger.warn({ err: error }, 'products can not be searched yet');
      if (!this.stopped) this.timer = setTimeout(() => void this.fill(), RETRY_MS).unref();
    }
  }

  /** All products in the shop, a batch at a time. */
  private async stream<T>(
    fields: Partial<Record<keyof ProductRecord, 0 | 1>>,
    take: (batch: T[]) => Promise<void>,
  ): Promise<void> {
    let batch: T[] = [];
    for await (const product of this.products
      .find({ deletedAt: null }, fields)
      .lean<T[]>()
      .cursor({ batchSize: BATCH })) {
      if (this.stopped) return;
      batch.push(product as T);
      if (batch.length < BATCH) continue;
      await take(batch);
      batch = [];
      // Batches may lie ready; others' requests come first.
      await new Promise(setImmediate);
    }
    if (batch.length > 0) await take(batch);
  }

  /** What was read is found from now on, and need not be read to be shown. */
  private async learn(products: readonly ShownProduct[]): Promise<void> {
    await this.engine.put(products.map(searchedOf));
    for (const product of products) this.written.write(product);
  }

  private heard({ id, data }: Envelope<(typeof changes)[number]>): void {
    if (!this.own.delete(id)) this.readSoon([data.productId]);
  }

  private noteOwn(eventId: string): void {
    if (this.own.size >= MOST_OWN) this.own.clear();
    this.own.add(eventId);
  }

  private readSoon(ids: readonly string[]): void {
    for (const id of ids) this.waiting.add(id);
    if (!this.stopped) this.timer ??= setTimeout(() => void this.settled(), MOMENT_MS).unref();
  }

  /** All that waits is read, in one reading at a time; what comes meanwhile waits for the next. */
  private settled(): Promise<void> {
    // What changes while the engine is filled is read behind it: a batch may be older than the change.
    if (!this.filled) return Promise.resolve();
    if (this.waiting.size === 0) return this.reading ?? Promise.resolve();
    if (this.reading) {
      this.next ??= this.reading.then(() => {
        this.next = undefined;
        return this.settled();
      });
      return this.next;
    }
    this.reading = this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.waiting];
    this.beingRead = new Set(ids);
    this.waiting.clear();
    try {
      for (let at = 0; at < ids.length; at += BATCH) {
        const batch = ids.slice(at, at + BATCH);
        const found = await this.products.find({ _id: { $in: batch }, deletedAt: null }, shown).lean<ShownProduct[]>();
        await this.learn(found);
        const there = new Set(found.map(({ _id }) => _id.toHexString()));
        const gone = batch.filter((id) => !there.has(id));
        await this.engine.remove(gone);
        this.written.forget(gone);
      }
    } catch (error) {
      this.logger.warn(
        { err: error, products: ids.length },
        'changed products could not be read for the search; they are read again',
      );
      for (const id of ids) this.waiting.add(id);
      if (!this.stopped) this.timer = setTimeout(() => void this.settled(), RETRY_MS).unref();
    } finally {
      this.beingRead = new Set();
    }
  }
}
