import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import type { IndexedProduct, SearchIndex } from '@rangavalli/search-index/search-index';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ID_INDEX } from '@rangavalli/service-kit/database/paging';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { ProductCache } from '../products/product-cache.js';
import { ProductChanges, type ProductChangeListener } from '../products/product-changes.js';
import {
  publicFields,
  type PublicProductRecord,
  searchedFields,
  type SearchedProductRecord,
} from '../products/product-view.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ProductDocuments, type ProductVersion, type VersionFields, versionOf } from './product-documents.js';
import { SEARCH_INDEX } from './search-index.token.js';
import { Synonyms } from './synonyms/synonyms.service.js';

const versionFields = { revision: 1, updatedAt: 1, stock: 1, sizeStock: 1, rating: 1 } as const;

const BATCH_SIZE = 500;
/** Interval of comparisons with the database while changes may have been missed, ms. */
const OUTAGE_RECONCILE_MS = 300_000;
/** Batches changes, unless a search needs them earlier, ms. */
const DEBOUNCE_MS = 100;
const RETRY_MS = 1_000;

/**
 * Keeps this replica's search index equal to the database: fills it before the process listens, then reads every
 * changed product again, so that notifications may be repeated or reordered. Changes missed while NATS was
 * unreachable are found by comparing versions: then, and once an hour without a reason.
 */
@Injectable()
export class SearchIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown, ProductChangeListener {
  private readonly stale = new Set<string>();
  private inProgress: ReadonlySet<string> = new Set();
  private readonly reconciliation: PeriodicTask;
  private update: Promise<void> | undefined;
  private nextUpdate: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isFilled = false;
  /** How often changes may have been missed, and which of these the index was reconciled after. */
  private interruptions = 0;
  private reconciledInterruptions = -1;
  private readonly reconcileMs: number;
  /** Epoch ms. */
  private nextReconcileAt = Number.POSITIVE_INFINITY;
  private isStopped = false;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    private readonly cache: ProductCache,
    private readonly changes: ProductChanges,
    private readonly documents: ProductDocuments,
    private readonly synonyms: Synonyms,
    @Inject(CONFIG) config: CatalogConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    changes.subscribe(this);
    this.reconcileMs = config.SEARCH_RECONCILE_MS;
    const intervalMs = Math.min(this.reconcileMs, OUTAGE_RECONCILE_MS);
    this.reconciliation = new PeriodicTask({ name: 'search reconciliation', intervalMs, logger }, () =>
      this.reconcileIfDue(),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.fill();
    this.reconciliation.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all([this.reconciliation.stop(), this.update]);
  }

  onProductChanged(productId: string): void {
    this.stale.add(productId);
    this.scheduleUpdate(DEBOUNCE_MS);
  }

  async onConnectionChanged(isConnected: boolean): Promise<void> {
    this.interruptions += 1;
    if (isConnected) await this.reconcile();
  }

  /**
   * Resolves when the index has all changes that this process was notified of before the call.
   * @throws AppError UNAVAILABLE until the index is filled
   */
  async ready(): Promise<void> {
    if (!this.isFilled) throw new AppError('UNAVAILABLE');
    await this.updateStale();
  }

  /**
   * Reads the index, and again if products of the result were outdated.
   * @throws AppError UNAVAILABLE until the index is filled
   */
  async read<T extends { ids: string[]; nearest?: { ids: string[] } | undefined }>(
    search: () => Promise<T>,
  ): Promise<T> {
    await this.ready();
    const results = await search();
    const outdated = [...results.ids, ...(results.nearest?.ids ?? [])].filter((id) => !this.isCurrent(id));
    if (outdated.length === 0) return results;
    await this.refresh(outdated);
    return search();
  }

  /** False while changes of the product may have been missed or are not indexed yet. */
  isCurrent(id: string): boolean {
    return this.isReliable() && !this.stale.has(id) && !this.inProgress.has(id);
  }

  async refresh(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const batch = ids.slice(at, at + BATCH_SIZE);
      const found = await this.cache.find(batch);
      const indexed = found.map((product) => toIndexed(product));
      for (const [at, { document }] of indexed.entries())
        this.documents.add(document, found[at] as PublicProductRecord);
      await this.index.put(indexed);
      const present = new Set(found.map(({ _id }) => _id.toHexString()));
      await this.index.remove(batch.filter((id) => !present.has(id)));
    }
  }

  /** Reconciles when changes may have been missed, and otherwise when the last time is long ago. */
  async reconcileIfDue(): Promise<void> {
    if (!this.isReliable() || Date.now() >= this.nextReconcileAt) await this.reconcile();
  }

  /** Publishes a change for each product whose indexed version differs from the database, and reads it again. */
  async reconcile(): Promise<void> {
    if (!this.isFilled) return;
    await this.synonyms.load();
    const { interruptions } = this;
    const unseen = new Set(await this.index.ids());
    await this.forEachBatch<VersionFields>(
      () => versionFields,
      async (batch) => {
        const ids = batch.map(({ _id }) => _id.toHexString());
        const indexed = await this.index.versions(ids);
        for (const [at, id] of ids.entries()) {
          unseen.delete(id);
          if (indexed[at] !== versionOf(batch[at] as VersionFields)) this.changes.publish(id);
        }
      },
    );
    if (this.isStopped) return;
    for (const id of unseen) this.changes.publish(id);
    await this.updateStale();
    this.setReconciled(interruptions);
  }

  private isReliable(): boolean {
    return this.changes.isConnected && this.reconciledInterruptions === this.interruptions;
  }

  private setReconciled(interruptions: number): void {
    this.reconciledInterruptions = interruptions;
    // Replicas that reconcile after the same interruption read the whole catalogue at different times later.
    this.nextReconcileAt = Date.now() + this.reconcileMs * (1 - Math.random() / 2);
  }

  private async fill(): Promise<void> {
    const startedAt = Date.now();
    const { interruptions } = this;
    let count = 0;
    let hasRoom = true;
    try {
      await this.synonyms.load();
      const fields = () => (hasRoom ? publicFields : searchedFields);
      await this.forEachBatch<SearchedProductRecord>(fields, async (batch) => {
        const indexed = batch.map((product) => toIndexed(product));
        for (let at = 0; hasRoom && at < batch.length; at += 1)
          hasRoom = this.documents.addIfRoom(
            (indexed[at] as IndexedProduct<ProductVersion>).document,
            batch[at] as PublicProductRecord,
          );
        await this.index.put(indexed);
        count += batch.length;
      });
      // Sorts the orders now instead of during the first requests.
      for (const sort of ['newest', 'price-asc', 'name'] as const)
        await this.index.search({ sort }, { offset: 0, limit: 1, includeFacets: true });
      await this.index.search({ q: 'saree', sort: 'relevance' }, { offset: 0, limit: 1, includeFacets: false });
      this.isFilled = true;
      this.setReconciled(interruptions);
      await this.updateStale();
      if (this.interruptions !== interruptions) await this.reconcile();
      this.logger.info({ products: count, tookMs: Date.now() - startedAt }, 'search index filled');
    } catch (error) {
      this.logger.warn({ err: error }, 'search index not filled; retrying');
      if (!this.isStopped) this.timer = setTimeout(() => void this.fill(), RETRY_MS).unref(); // never rejects
    }
  }

  /**
   * Reads the products in the order of their ids: DocumentDB takes much longer to continue a cursor. The next batch is
   * read while one is handled.
   */
  private async forEachBatch<T extends Pick<ProductRecord, '_id'>>(
    fields: () => Partial<Record<keyof ProductRecord, 0 | 1>>,
    handle: (batch: T[]) => Promise<void>,
  ): Promise<void> {
    const read = (last?: T): Promise<T[]> =>
      this.products
        .find({ deletedAt: null, ...(last ? { _id: { $gt: last._id } } : {}) }, fields())
        .sort({ _id: 1 })
        .hint(ID_INDEX)
        .limit(BATCH_SIZE)
        .lean<T[]>()
        .exec();
    let next = read();
    for (let batch = await next; batch.length > 0 && !this.isStopped; batch = await next) {
      next = batch.length < BATCH_SIZE ? Promise.resolve([]) : read(batch.at(-1));
      next.catch(() => undefined); // thrown where it is awaited
      await handle(batch);
      // Lets requests run between two batches.
      await new Promise(setImmediate);
    }
  }

  private scheduleUpdate(delayMs: number): void {
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.updateStale(), delayMs).unref(); // never rejects
  }

  private updateStale(): Promise<void> {
    // Until the index is filled, changes must wait: a batch of the fill may be older.
    if (!this.isFilled) return Promise.resolve();
    if (this.stale.size === 0) return this.update ?? Promise.resolve();
    if (this.update) {
      this.nextUpdate ??= this.update.then(() => {
        this.nextUpdate = undefined;
        return this.updateStale();
      });
      return this.nextUpdate;
    }
    this.update = this.runUpdate().finally(() => (this.update = undefined));
    return this.update;
  }

  private async runUpdate(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.stale];
    this.inProgress = new Set(ids);
    this.stale.clear();
    try {
      await this.refresh(ids);
    } catch (error) {
      this.logger.warn({ err: error, products: ids.length }, 'search index update failed; retrying');
      for (const id of ids) this.stale.add(id);
      this.scheduleUpdate(RETRY_MS);
    } finally {
      this.inProgress = new Set();
    }
  }
}

function toIndexed(product: SearchedProductRecord): IndexedProduct<ProductVersion> {
  const { _id, stock, sizes, sizeStock, handlingDays, personalisationFields = [], createdAt } = product;
  const extraDays = Math.max(0, ...personalisationFields.map((field) => (field.required ? (field.extraDays ?? 0) : 0)));
  const document = { id: _id.toHexString(), version: versionOf(product) };
  const pricePaise = unitPriceAt(product, new Date());
  return {
    ...product,
    ...document,
    document,
    pricePaise,
    reductionPercent: Math.floor((1 - pricePaise / product.pricePaise) * 100 + 1e-9),
    sizes: sizeStock ?? sizes.map((size) => ({ size, stock })),
    handling: { days: (handlingDays ?? 0) + extraDays, isBesideCategory: typeof handlingDays !== 'number' },
    createdAt: createdAt.getTime(),
  };
}
