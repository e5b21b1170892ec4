import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { StockLine } from '@rangavalli/contracts/commands/lines';
import type { Envelope, EventName } from '@rangavalli/contracts/events';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Model, ProjectionType, QueryFilter, UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { ProductChanges } from '../products/product-changes.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import {
  ARCHIVED_ENTRY,
  type ArchivedEntry,
  archiveId,
  entryId,
  returnId,
  type StockEntry,
  type StockState,
  type Transition,
  transitions,
} from './stock-entry.js';
import { restockUnits, takeUnits, unchanged } from './stock-update.js';

/** A sale is not published: it takes no units from stock and no process consumes it. */
type StockEventName = Extract<EventName, `catalog.stock.${Exclude<StockState, 'sold'>}`>;
type StockEvent = { [N in StockEventName]: Envelope<N> }[StockEventName];

/** Logged once it is stored. */
type StockChange = Pick<StockEntry, 'orderId' | 'size' | 'quantity' | 'state'>;

export interface HoldKey {
  holdId: string;
  orderId: string;
  orderNumber?: string | undefined;
}

const stockFieldNames = [
  'name',
  'pricePaise',
  'sale',
  'category',
  'fabric',
  'hsn',
  'taxClass',
  'tags',
  'stock',
  'sizes',
  'sizeStock',
  'images',
  'deletedAt',
  'archiveRevision',
  'archivedUpTo',
  'updatedAt',
] as const satisfies (keyof ProductRecord)[];
const stockFields = Object.fromEntries(stockFieldNames.map((name) => [name, 1]));

export type StockProduct = Pick<ProductRecord, '_id' | 'holds' | (typeof stockFieldNames)[number]>;

/** A stored line of a hold. Without `entry`, nothing was ever taken or rejected for it. */
export interface LineRecord {
  line: StockLine;
  product: StockProduct | undefined;
  entry: StockEntry | undefined;
  isArchived: boolean;
  /** Units that are not restocked when a sale returns. */
  damaged?: number | undefined;
}

/** Entries of one product before the archiver has moved some. Bounds the document: 5,000 entries have 1.4 MB. */
const MAX_ENTRIES = 5_000;
const hasRoom = { [`holds.${MAX_ENTRIES - 1}`]: { $exists: false } };
const MAX_SNAPSHOTS = 2_000;

/**
 * The steps of stock, each one atomic update of one product, guarded by the state that it expects (rules 4 and 6); in
 * another state it changes nothing and returns false. Why every step happens exactly once:
 * - A line has one entry, with an id made of hold and size. Its push is guarded by the absence of that id, a transition
 *   by the state it leaves.
 * - Ended entries are archived by "insert, then pull" (`StockArchiver`): reading the product before the archive finds
 *   an entry in at least one of them.
 * - Each pull increments `archiveRevision`, which guards each push: no entry can be added, end and be archived between
 *   the read and the push.
 * - Units of an archived sale return by a second entry (`returnId`), which the archiver merges into the archived one
 *   before it pulls it. A replayed cancellation finds the second entry, or "returned" in the archive.
 */
@Injectable()
export class StockLedger {
  /** Products as last read. A hold is tried on them first: the guard of its write rejects outdated ones. */
  private readonly snapshots = new LRUCache<string, StockProduct>({ max: MAX_SNAPSHOTS });

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @InjectModel(ARCHIVED_ENTRY) private readonly archive: Model<ArchivedEntry>,
    private readonly outbox: Outbox,
    private readonly changes: ProductChanges,
    @Inject(CONFIG) private readonly config: CatalogConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads the products before the archive, see above. */
  async read(holdId: string, lines: readonly StockLine[]): Promise<LineRecord[]> {
    const holds = { $filter: { input: '$holds', as: 'entry', cond: { $eq: ['$$entry.holdId', holdId] } } };
    const found = await this.products
      .find({ _id: { $in: lines.map(({ productId }) => productId) } }, {
        ...stockFields,
        holds,
      } as ProjectionType<ProductRecord>)
      .lean<StockProduct[]>();
    const products = new Map(found.map((product) => [product._id.toHexString(), product]));
    for (const [id, product] of products) this.snapshots.set(id, { ...product, holds: [] });
    const records = lines.map((line): LineRecord => {
      const product = products.get(line.productId);
      const id = entryId(holdId, line.size);
      const entry = product?.holds.find(({ _id }) => _id === id);
      const returned = product?.holds.find(({ _id }) => _id === returnId(id));
      return { line, product, entry: entry ?? returned, isArchived: !entry && returned !== undefined };
    });
    const archiveIdOf = ({ line }: LineRecord) => archiveId(line.productId, entryId(holdId, line.size));
    const unseen = records.filter(({ entry, product }) => !entry && mayBeArchived(product, holdId)).map(archiveIdOf);
    if (unseen.length === 0) return records;
    const archived = await this.archive.find({ _id: { $in: unseen } }).lean<ArchivedEntry[]>();
    const byId = new Map(archived.map((entry) => [entry._id, entry]));
    return records.map((record) => {
      const entry = byId.get(archiveIdOf(record));
      return record.entry || !entry ? record : { ...record, entry, isArchived: true };
    });
  }

  /** Undefined when the product has to be read. */
  snapshotOf(holdId: string, line: StockLine): LineRecord | undefined {
    const product = this.snapshots.get(line.productId);
    if (!product || mayBeArchived(product, holdId)) return undefined;
    return { line, product, entry: undefined, isArchived: false };
  }

  /** Undefined when the product changed since it was read or has too few units. */
  async take(key: HoldKey, { line, product }: LineRecord, expiresAt: Date): Promise<StockEntry | undefined> {
    if (!product) return undefined;
    const entry = newEntry(key, line, product, 'held', expiresAt);
    const event = createEvent('catalog.stock.held', movementOf(line.productId, entry));
    const { guard, update, arrayFilters } = takeUnits(product, line);
    const isTaken = await this.write(
      line.productId,
      {
        ...guard,
        deletedAt: null,
        pricePaise: product.pricePaise,
        updatedAt: product.updatedAt,
        archiveRevision: product.archiveRevision,
        ...hasRoom,
        'holds._id': { $ne: entry._id },
      },
      { ...update, $push: { holds: entry, outbox: event }, $min: { nextSweepAt: expiresAt } },
      { change: entry, event, arrayFilters },
    );
    return isTaken ? entry : undefined;
  }

  /** Records that a line is never taken under this hold id, so that concurrent attempts agree. No stock moves. */
  async reject(key: HoldKey, { line, product }: LineRecord): Promise<boolean> {
    if (!product) return true;
    const entry = newEntry(key, line, product, 'released', new Date());
    return this.write(
      line.productId,
      { ...hasRoom, archiveRevision: product.archiveRevision, 'holds._id': { $ne: entry._id } },
      { $push: { holds: entry }, ...this.archiveAfter(entry.at) },
    );
  }

  /** False when the product has no held entry with this quantity. */
  commitUnread({ holdId, orderId }: HoldKey, { productId, size, quantity }: StockLine): Promise<boolean> {
    const { from, to } = transitions.commit;
    const _id = entryId(holdId, size);
    const at = new Date();
    return this.write(
      productId,
      { holds: { $elemMatch: { _id, orderId, quantity, state: from } } },
      { ...moveEntry(to, at), ...this.archiveAfter(at) },
      { change: { orderId, size, quantity, state: to }, arrayFilters: [{ 'moved._id': _id }] },
    );
  }

  /** False when the entry is in another state, or the product counts its stock differently than read. */
  async transition(name: Transition, { line, product, entry, isArchived, damaged = 0 }: LineRecord): Promise<boolean> {
    const transition = transitions[name];
    if (!product || entry?.state !== transition.from) return false;
    const moved = { ...entry, quantity: Math.max(0, entry.quantity - (name === 'return' ? damaged : 0)) };
    const event = moved.quantity > 0 ? eventOf(name, line.productId, moved) : undefined;
    const change = { ...moved, state: transition.to };
    const at = new Date();
    const restocks = transition.restocks && moved.quantity > 0;
    const { guard, update, push, arrayFilters } = restocks ? restockUnits(product, moved) : unchanged;
    const pushed = { ...push, ...(event ? { outbox: event } : {}) };
    if (!isArchived)
      return this.write(
        line.productId,
        { ...guard, holds: { $elemMatch: { _id: entry._id, state: transition.from } } },
        {
          ...moveEntry(transition.to, at),
          ...update,
          ...(Object.keys(pushed).length > 0 ? { $push: pushed } : {}),
          ...this.archiveAfter(at),
        },
        { change, event, arrayFilters: [...arrayFilters, { 'moved._id': entry._id }] },
      );
    const id = entryId(entry.holdId, entry.size);
    const returned: StockEntry = { ...entry, _id: returnId(id), state: transition.to, at };
    return this.write(
      line.productId,
      { ...guard, archiveRevision: product.archiveRevision, 'holds._id': { $nin: [id, returned._id] } },
      { ...update, $push: { ...pushed, holds: returned }, ...this.archiveAfter(at) },
      { change, event, arrayFilters },
    );
  }

  /**
   * Adds sold units that came back, under a hold id of their own. False when the entry exists, or the product counts
   * its stock differently than read.
   */
  async takeBack(key: HoldKey, { line, product }: LineRecord): Promise<boolean> {
    if (!product) return false;
    const at = new Date();
    const entry = newEntry(key, line, product, 'returned', at);
    const event = createEvent('catalog.stock.returned', movementOf(line.productId, entry));
    const { guard, update, push, arrayFilters } = restockUnits(product, entry);
    return this.write(
      line.productId,
      { ...guard, ...hasRoom, archiveRevision: product.archiveRevision, 'holds._id': { $ne: entry._id } },
      { ...update, $push: { ...push, holds: entry, outbox: event }, ...this.archiveAfter(at) },
      { change: entry, event, arrayFilters },
    );
  }

  private archiveAfter(at: Date): { $min: { nextSweepAt: Date } } {
    return { $min: { nextSweepAt: new Date(at.getTime() + this.config.STOCK_ARCHIVE_AFTER_MS) } };
  }

  /** Stock is not an edit of the product: `updatedAt` stays. */
  private async write(
    productId: string,
    guard: QueryFilter<ProductRecord>,
    update: UpdateQuery<ProductRecord>,
    {
      change,
      event,
      arrayFilters = [],
    }: { change?: StockChange; event?: StockEvent | undefined; arrayFilters?: Record<string, unknown>[] } = {},
  ): Promise<boolean> {
    const { modifiedCount } = await this.products.updateOne({ ...guard, _id: productId }, update, {
      timestamps: false,
      runValidators: true,
      ...(arrayFilters.length > 0 ? { arrayFilters } : {}),
    });
    if (modifiedCount === 1 && change) {
      const { orderId, size, quantity, state } = change;
      this.logger.info({ orderId, productId, size, quantity, outcome: state }, 'stock changed');
    }
    if (modifiedCount === 1 && event) {
      this.outbox.publishPending(this.products, { _id: productId, outbox: [event] });
      this.changes.publish(productId, event.id);
    }
    return modifiedCount === 1;
  }
}

/** Hold ids grow with time: a new hold's id is above `archivedUpTo`. The push checks `archiveRevision` again. */
const mayBeArchived = (product: StockProduct | undefined, holdId: string): boolean =>
  !product || (product.archiveRevision > 0 && holdId <= (product.archivedUpTo ?? ''));

const newEntry = (
  { holdId, orderId, orderNumber }: HoldKey,
  { size, quantity }: StockLine,
  product: StockProduct,
  state: 'held' | 'released' | 'returned',
  expiresAt: Date,
): StockEntry => {
  const at = new Date();
  const unitPaise = unitPriceAt(product, at);
  return {
    _id: entryId(holdId, size),
    holdId,
    orderId,
    ...(orderNumber ? { orderNumber } : {}),
    size,
    quantity,
    unitPaise,
    ...(unitPaise < product.pricePaise ? { mrpPaise: product.pricePaise } : {}),
    state,
    expiresAt,
    at,
  };
};

const moveEntry = (state: StockEntry['state'], at: Date) => ({
  $set: { 'holds.$[moved].state': state, 'holds.$[moved].at': at },
});

const movementOf = (
  productId: string,
  { holdId, orderId, size, quantity }: Pick<StockEntry, 'holdId' | 'orderId' | 'size' | 'quantity'>,
) => ({ holdId, orderId, productId, size, quantity });

function eventOf(name: Transition, productId: string, entry: StockEntry): StockEvent | undefined {
  const data = movementOf(productId, entry);
  const transition = transitions[name];
  if (transition.to === 'sold') return undefined;
  if (transition.to === 'returned') return createEvent('catalog.stock.returned', data);
  return createEvent('catalog.stock.released', { ...data, reason: transition.reason });
}
