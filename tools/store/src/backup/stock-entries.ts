export interface StockEntry {
  holdId: string;
  orderId: string;
  size: string;
  quantity: number;
  state: 'held' | 'sold' | 'released' | 'returned';
  at: Date;
}

export interface ProductDocument {
  _id: unknown;
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: StockEntry[];
  /** The highest hold id of which an entry was moved to the archive. */
  archivedUpTo?: string;
}

export interface ArchivedEntry extends StockEntry {
  _id: string;
  productId: string;
}

type Units = Pick<StockEntry, 'size' | 'quantity'>;
type ArchivedState = StockEntry['state'] | 'left out';

/**
 * Makes the archive of stock entries agree with the products, whose stock counts what happened until they were read.
 * The archive is read after them: it may also have what happened later.
 */
export class ArchivedStock {
  private readonly products = new Map<string, { archivedUpTo: string; readAt: Date | undefined }>();
  /** Ids that entries of products get in the archive. */
  private readonly inProducts = new Set<string>();
  /** Of archived entries that change. */
  private readonly states = new Map<string, ArchivedState>();
  private readonly unowned = new Map<string, Units[]>();

  /** @param isUnowned whether the units of an entry return to stock */
  constructor(private readonly isUnowned: (entry: StockEntry) => boolean) {}

  /** Reads a product, before the archive. */
  addProduct({ _id, archivedUpTo = '', holds }: ProductDocument, readAt: Date | undefined): void {
    const productId = String(_id);
    this.products.set(productId, { archivedUpTo, readAt });
    for (const { holdId, size } of holds) this.inProducts.add(`${productId}/${holdId}:${size}`);
  }

  /** Returns the state in which an archived entry is restored, but for units that return to stock. */
  addArchived(entry: ArchivedEntry): ArchivedState {
    const state = this.stateWhenRead(entry);
    const isReleased = state === 'sold' && this.isUnowned(entry);
    if (isReleased || state !== entry.state) this.states.set(entry._id, isReleased ? 'released' : state);
    const { productId, size, quantity } = entry;
    if (isReleased && this.wasMoved(entry))
      this.unowned.set(productId, [...(this.unowned.get(productId) ?? []), { size, quantity }]);
    return state;
  }

  /** Returns units of archived sales that return to the stock of a product. */
  unownedUnitsOf(productId: string): readonly Units[] {
    return this.unowned.get(productId) ?? [];
  }

  /** Changes an archived entry in place. Returns whether it is restored. */
  apply(entry: ArchivedEntry, now: Date): boolean {
    const state = this.states.get(entry._id);
    if (state === 'left out') return false;
    if (state) Object.assign(entry, { state, at: now });
    return true;
  }

  private stateWhenRead(entry: ArchivedEntry): ArchivedState {
    // It is archived again.
    if (this.inProducts.has(entry._id)) return 'left out';
    const readAt = this.products.get(entry.productId)?.readAt;
    if (!readAt || entry.at <= readAt) return entry.state;
    // Units that were sold before have returned since; others were taken since.
    return entry.state !== 'sold' && this.wasMoved(entry) ? 'sold' : 'left out';
  }

  /** Hold ids grow with time. */
  private wasMoved({ productId, holdId }: ArchivedEntry): boolean {
    return holdId <= (this.products.get(productId)?.archivedUpTo ?? '');
  }
}
