import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import { type Model, Types } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { SearchFeed } from '../search/search-feed.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ARCHIVED_ENTRY, type ArchivedEntry } from './archived-entry.schema.js';
import { putBack, takeOff, untouched } from './shelf.js';
import { archiveId, entryId, type Move, moves, returnId, type StockEntry } from './stock-entry.js';

/** Which hold, whose. */
export interface HoldKey {
  holdId: string;
  orderId: string;
}

export type ShelfProduct = Pick<
  ProductRecord,
  | '_id'
  | 'name'
  | 'pricePaise'
  | 'stock'
  | 'sizes'
  | 'sizeStock'
  | 'images'
  | 'deletedAt'
  | 'archiveRevision'
  | 'archiveMarks'
  | 'archivedUpTo'
  | 'updatedAt'
  | 'holds'
>;

/** What is known of one line of a hold. Without `entry`: nothing was ever taken or refused for it. */
export interface LineRecord {
  line: StockLine;
  /** Undefined when there never was such a product. */
  product: ShelfProduct | undefined;
  /** Its state of now, wherever it lies. */
  entry: StockEntry | undefined;
  /** The entry has left the product. */
  archived: boolean;
}

const shelf = {
  name: 1,
  pricePaise: 1,
  stock: 1,
  sizes: 1,
  sizeStock: 1,
  images: 1,
  deletedAt: 1,
  archiveRevision: 1,
  archiveMarks: 1,
  archivedUpTo: 1,
  updatedAt: 1,
} as const;
/** So many products are remembered as they were read last. */
const REMEMBERED = 2_000;

/**
 * The single steps of stock, each one atomic update of one product, guarded by the state that it expects
 * (rules 4 and 6). A step that finds another state changes nothing and answers false.
 *
 * Why every step happens once only, whoever dies wherever:
 * - A line of a hold has one entry in its product, under an id made of the hold and the size. A push is
 *   guarded by the absence of that id; a move by the state that it leaves.
 * - An ended entry is archived by "insert, then pull" (`StockArchiver`). So whoever reads the product
 *   first and the archive afterwards, as `read` does, meets the entry in at least one of them.
 * - Each pull raises the product's `archiveRevision`, and each push asks for the revision that was read. So
 *   no entry can come, end and be archived unseen between the reading and the push, however long that took.
 * - Pieces of an archived sale come back by a push of a second entry (`returnId`), which the archiver later
 *   merges into the archived one before it pulls it. The same two rules hold for it: a cancellation that is
 *   replayed months later finds either the second entry in the product, or the archive saying "returned".
 */
@Injectable()
export class StockLedger {
  /** As they were read last, without their entries. */
  private readonly shelves = new LRUCache<string, ShelfProduct>({ max: REMEMBERED });

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @InjectModel(ARCHIVED_ENTRY) private readonly archive: Model<ArchivedEntry>,
    private readonly outbox: Outbox,
    private readonly search: SearchFeed,
    @Inject(CONFIG) private readonly config: CatalogConfig,
  ) {}

  /** Where the lines of a hold stand, in the order of the lines. The product is read before the archive: see above. */
  async read(holdId: string, lines: readonly StockLine[]): Promise<LineRecord[]> {
    const facts = {
      ...shelf,
      holds: { $filter: { input: '$holds', as: 'entry', cond: { $eq: ['$$entry.holdId', holdId] } } },
    };
    // Past mongoose, here and in `write`: every checkout comes by. While a process is so new that it has no database yet, mongoose
    // gives a promise of the cursor.
    const cursor = await this.products.collection.find<ShelfProduct>(
      { _id: { $in: lines.map((line) => new Types.ObjectId(line.productId)) } },
      { projection: facts },
    );
    const found = await cursor.toArray();
    const products = new Map(found.map((product) => [product._id.toHexString(), product]));
    for (const [id, product] of products) this.shelves.set(id, { ...product, holds: [] });
    const records = lines.map((line): LineRecord => {
      const product = products.get(line.productId);
      const id = entryId(holdId, line.size);
      const inside = product?.holds.find((entry) => entry._id === id);
      const back = product?.holds.find((entry) => entry._id === returnId(id));
      return { line, product, entry: inside ?? back, archived: !inside && back !== undefined };
    });
    const unseen = records
      .filter((record) => !record.entry && mayBeArchived(record.product, holdId))
      .map(({ line }) => archiveId(line.productId, entryId(holdId, line.size)));
    if (unseen.length === 0) return records;
    const archived = new Map(
      (await this.archive.find({ _id: { $in: unseen } }).lean<ArchivedEntry[]>()).map((entry) => [entry._id, entry]),
    );
    return records.map((record) => {
      const entry = archived.get(archiveId(record.line.productId, entryId(holdId, record.line.size)));
      return record.entry || !entry ? record : { ...record, entry, archived: true };
    });
  }

  /**
   * A line of a hold that nobody has heard of yet, if its product is still as it was read last: `take` finds out.
   * Undefined where it has to be read.
   */
  remembered(holdId: string, line: StockLine): LineRecord | undefined {
    const product = this.shelves.get(line.productId);
    return product?.updatedAt && !mayBeArchived(product, holdId)
      ? { line, product, entry: undefined, archived: false }
      : undefined;
  }

  /** Takes a line's pieces off the shelf, at the price that was read. Undefined when they are no longer to be had so, or the product was edited since. */
  async take(key: HoldKey, { line, product }: LineRecord, expiresAt: Date): Promise<StockEntry | undefined> {
    if (!product) return undefined;
    const entry = this.newEntry(key, line, product, 'held', expiresAt);
    const event = createEvent('catalog.stock.held', movement(line.productId, entry));
    const { guard, add, arrayFilters } = takeOff(product, line);
    const taken = await this.write(
      line.productId,
      {
        ...guard,
        deletedAt: null,
        pricePaise: product.pricePaise,
        updatedAt: product.updatedAt,
        archiveRevision: product.archiveRevision,
        'holds._id': { $ne: entry._id },
      },
      { ...add, $push: { holds: entry, outbox: event }, $min: { lookAt: expiresAt } },
      { event, arrayFilters },
    );
    return taken ? entry : undefined;
  }

  /**
   * Decides for ever that a line of a hold is not taken, so that two attempts at the same command, one of
   * them giving up and the other one going on, come to the same end. No stock moves.
   */
  async refuse(key: HoldKey, { line, product }: LineRecord): Promise<boolean> {
    if (!product) return true;
    const entry = this.newEntry(key, line, product, 'released', new Date());
    return this.write(
      line.productId,
      { archiveRevision: product.archiveRevision, 'holds._id': { $ne: entry._id } },
      { $push: { holds: entry }, ...this.leaves(entry.at) },
    );
  }

  /** Sells a line of a hold unread. False when its entry is not held in the product, or is of another number of pieces. */
  sellUnread({ holdId, orderId }: HoldKey, { productId, size, quantity }: StockLine): Promise<boolean> {
    const { from, to } = moves.sell;
    const event = createEvent('catalog.stock.sold', movement(productId, { holdId, orderId, size, quantity }));
    const _id = entryId(holdId, size);
    const at = new Date();
    return this.write(
      productId,
      { holds: { $elemMatch: { _id, orderId, quantity, state: from } } },
      { $set: { 'holds.$[moved].state': to, 'holds.$[moved].at': at }, $push: { outbox: event }, ...this.leaves(at) },
      { event, arrayFilters: [{ 'moved._id': _id }] },
    );
  }

  /** Moves an entry on. False when it is not (or no longer) in the state that the move leaves, or the shelf is counted otherwise than was read. */
  async move(name: Move, { line, product, entry, archived }: LineRecord): Promise<boolean> {
    const move = moves[name];
    if (!product || entry?.state !== move.from) return false;
    const event = eventOf(name, line.productId, entry);
    const at = new Date();
    const { guard, add, push, arrayFilters } = move.back ? putBack(product, entry) : untouched;
    if (!archived) {
      return this.write(
        line.productId,
        { ...guard, holds: { $elemMatch: { _id: entry._id, state: move.from } } },
        {
          $set: { 'holds.$[moved].state': move.to, 'holds.$[moved].at': at },
          ...add,
          $push: { ...push, outbox: event },
          ...this.leaves(at),
        },
        { event, arrayFilters: [...arrayFilters, { 'moved._id': entry._id }] },
      );
    }
    const id = entryId(entry.holdId, entry.size);
    const { holdId, orderId, size, quantity, unitPaise, expiresAt } = entry;
    const back: StockEntry = {
      _id: returnId(id),
      holdId,
      orderId,
      size,
      quantity,
      unitPaise,
      expiresAt,
      state: move.to,
      at,
    };
    return this.write(
      line.productId,
      { ...guard, archiveRevision: product.archiveRevision, 'holds._id': { $nin: [id, back._id] } },
      { ...add, $push: { ...push, holds: back, outbox: event }, ...this.leaves(at) },
      { event, arrayFilters },
    );
  }

  private newEntry(
    { holdId, orderId }: HoldKey,
    { size, quantity }: StockLine,
    { pricePaise }: ShelfProduct,
    state: 'held' | 'released',
    expiresAt: Date,
  ): StockEntry {
    return {
      _id: entryId(holdId, size),
      holdId,
      orderId,
      size,
      quantity,
      unitPaise: pricePaise,
      state,
      expiresAt,
      at: new Date(),
    };
  }

  /** The part of an update that has an entry archived in time which ends by it. */
  private leaves(at: Date): { $min: { lookAt: Date } } {
    return { $min: { lookAt: new Date(at.getTime() + this.config.STOCK_ARCHIVE_AFTER_MS) } };
  }

  /** One guarded update; stock is no edit of the product, so that `updatedAt` stays. */
  private async write(
    productId: string,
    guard: object,
    update: object,
    { event, arrayFilters = [] }: { event?: Envelope; arrayFilters?: Record<string, unknown>[] } = {},
  ): Promise<boolean> {
    const options = { ignoreUndefined: true, ...(arrayFilters.length > 0 ? { arrayFilters } : {}) };
    const { modifiedCount } = await this.products.collection.updateOne(
      { ...guard, _id: new Types.ObjectId(productId) },
      update,
      options,
    );
    if (modifiedCount === 1 && event) {
      this.outbox.publishPending(this.products, { _id: productId, outbox: [event] });
      this.search.moved(productId, event.id);
    }
    return modifiedCount === 1;
  }
}

/**
 * Whether entries of a hold may lie in the archive. Ids of holds grow with time, so that of a new hold the product itself
 * says no; the push that follows asks for the `archiveRevision` that was read with it.
 */
function mayBeArchived(product: ShelfProduct | undefined, holdId: string): boolean {
  if (!product) return true;
  const { archiveRevision, archiveMarks = 0, archivedUpTo = '' } = product;
  return archiveRevision !== archiveMarks || (archiveRevision > 0 && holdId <= archivedUpTo);
}

const movement = (
  productId: string,
  { holdId, orderId, size, quantity }: Pick<StockEntry, 'holdId' | 'orderId' | 'size' | 'quantity'>,
) => ({ holdId, orderId, productId, size, quantity });

function eventOf(name: Move, productId: string, entry: StockEntry): Envelope {
  const data = movement(productId, entry);
  const move = moves[name];
  if (move.to === 'sold') return createEvent('catalog.stock.sold', data);
  if (move.to === 'returned') return createEvent('catalog.stock.returned', data);
  return createEvent('catalog.stock.released', { ...data, reason: move.reason });
}
