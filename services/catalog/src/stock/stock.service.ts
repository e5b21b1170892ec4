import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, PricedLine, StockLine } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { ImageHost } from '../images/image-host.js';
import type { StockEntry } from './stock-entry.js';
import { type HoldKey, type LineRecord, type ShelfProduct, StockLedger } from './stock-ledger.js';

export interface Hold extends HoldKey {
  lines: readonly StockLine[];
}

export interface HoldRequest extends Hold {
  /** The total that the shopper saw, paise. */
  expectedPaise?: number | undefined;
  expiresAt: Date;
}

type HoldReply = CommandReply<'rpc.catalog.stock.hold'>;
type Short = Extract<HoldReply, { outcome: 'unavailable' }>['lines'];

interface TakenRecord extends LineRecord {
  product: ShelfProduct;
  entry: StockEntry;
}

/** So often a command looks anew after somebody else's step came between; each time somebody got ahead. */
const LAPS = 50;

/**
 * The commands about stock: hold, release, sell, return. Each is a loop of "read where the lines stand; take
 * the steps that are missing", and ends when none is: so it may be repeated, raced with itself, or cut off
 * anywhere and carried on by the next attempt. The steps are the ledger's.
 */
@Injectable()
export class StockService {
  constructor(
    private readonly ledger: StockLedger,
    private readonly images: ImageHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes all lines off the shelf, or none. A hold's id is good for one attempt to check out: after
   * `unavailable` or a release, ask under a new one. A repetition gets the lines as they were taken.
   * @throws AppError UNAVAILABLE when others were ahead again and again; asking again is safe
   */
  async hold(request: HoldRequest): Promise<HoldReply> {
    const lines = inOrder(request.lines);
    const unread = await this.holdUnread(request, lines);
    if (unread) return unread;
    return this.untilSettled<HoldReply>(async () => {
      const records = await this.ledger.read(request.holdId, lines);
      if (records.every(isTaken)) return { outcome: 'held', ...this.priced(records) };

      const short = shortLines(records);
      const totalPaise = records.reduce(
        (sum, { line, product, entry }) => sum + (entry?.unitPaise ?? product?.pricePaise ?? 0) * line.quantity,
        0,
      );
      const totalChanged = request.expectedPaise !== undefined && totalPaise !== request.expectedPaise;
      if (short.length > 0 || totalChanged) {
        // With nothing taken there is nothing to undo, and nothing is decided for other attempts.
        if (records.some(({ entry }) => entry) && !(await this.giveUp(request, records))) return undefined;
        return short.length > 0 ? { outcome: 'unavailable', lines: short } : { outcome: 'total_changed', totalPaise };
      }
      for (const record of records) {
        record.entry ??= await this.ledger.take(request, record, request.expiresAt);
        if (!record.entry) break;
      }
      return records.every(isTaken) ? { outcome: 'held', ...this.priced(records) } : undefined;
    });
  }

  /** The common case, one line of a product that is as it was read last, in one step. Undefined in all others; nothing was done then. */
  private async holdUnread(request: HoldRequest, lines: readonly StockLine[]): Promise<HoldReply | undefined> {
    const [only] = lines;
    const record = lines.length === 1 && only && this.ledger.remembered(request.holdId, only);
    if (!record || !record.product || shortLines([record]).length > 0) return undefined;
    if (
      request.expectedPaise !== undefined &&
      record.product.pricePaise * record.line.quantity !== request.expectedPaise
    )
      return undefined;
    record.entry = await this.ledger.take(request, record, request.expiresAt);
    return isTaken(record) ? { outcome: 'held', ...this.priced([record]) } : undefined;
  }

  /** Puts held pieces back on the shelf; pieces sold or back already stay as they are. */
  release(hold: Hold): Promise<CommandReply<'rpc.catalog.stock.release'>> {
    const lines = inOrder(hold.lines);
    return this.untilSettled<CommandReply<'rpc.catalog.stock.release'>>(async () => {
      const records = await this.ledger.read(hold.holdId, lines);
      return records.every(({ entry }) => !entry) || (await this.giveUp(hold, records))
        ? { outcome: 'released' }
        : undefined;
    });
  }

  /**
   * Turns a hold into a sale, all lines or none. A hold that is past its time but still there may be sold.
   * A line that was sold and given back later counts as sold: the sale had been complete.
   */
  async sell(hold: Hold): Promise<CommandReply<'rpc.catalog.stock.commit'>> {
    const lines = inOrder(hold.lines);
    const [only] = lines;
    // With one line there is nothing to agree about between lines.
    if (lines.length === 1 && only && (await this.ledger.sellUnread(hold, only))) return { outcome: 'sold' };
    return this.untilSettled<CommandReply<'rpc.catalog.stock.commit'>>(async () => {
      const records = await this.ledger.read(hold.holdId, lines);
      if (records.some(({ entry }) => !entry || entry.state === 'released')) {
        // For good: a released line is never held again under this id. So whoever comes after sees "gone" too,
        // and lines that an attempt sold before it was cut off go back as well.
        const undone =
          (await this.giveUp(hold, records)) &&
          (await this.every(
            records,
            ({ entry }) => entry?.state === 'sold',
            (record) => this.ledger.move('undo', record),
          ));
        return undone ? { outcome: 'gone' } : undefined;
      }
      const sold = await this.every(
        records,
        ({ entry }) => entry?.state === 'held',
        (record) => this.ledger.move('sell', record),
      );
      return sold ? { outcome: 'sold' } : undefined;
    });
  }

  /** Gives the pieces of a cancelled order back to the shelf, once for ever. */
  giveBack(hold: Hold): Promise<true> {
    const lines = inOrder(hold.lines);
    return this.untilSettled<true>(async () => {
      const records = await this.ledger.read(hold.holdId, lines);
      for (const { line, entry } of records)
        if (!entry)
          this.logger.warn({ holdId: hold.holdId, line }, 'a cancelled order has a line that was never taken');
      const returned = await this.every(
        records,
        ({ entry }) => entry?.state === 'sold',
        (record) => this.ledger.move('giveBack', record),
      );
      const released = await this.every(
        records,
        ({ entry }) => entry?.state === 'held',
        (record) => this.ledger.move('release', record),
      );
      return returned && released ? true : undefined;
    });
  }

  /** Releases what is held, and refuses for ever what was not taken yet. False when somebody got ahead. */
  private async giveUp(key: HoldKey, records: readonly LineRecord[]): Promise<boolean> {
    const refused = await this.every(
      records,
      ({ entry }) => !entry,
      (record) => this.ledger.refuse(key, record),
    );
    // Only once the refusal stands may others' pieces be put back: until then another attempt may still complete the hold.
    return (
      refused &&
      this.every(
        records,
        ({ entry }) => entry?.state === 'held',
        (record) => this.ledger.move('release', record),
      )
    );
  }

  private async every(
    records: readonly LineRecord[],
    which: (record: LineRecord) => boolean,
    step: (record: LineRecord) => Promise<boolean>,
  ): Promise<boolean> {
    let all = true;
    for (const record of records) if (which(record) && !(await step(record))) all = false;
    return all;
  }

  private priced(records: readonly TakenRecord[]): { lines: PricedLine[]; totalPaise: number } {
    const lines = records.map(({ line, product, entry }): PricedLine => {
      const [picture] = product.images;
      return {
        ...line,
        quantity: entry.quantity,
        name: product.name,
        unitPaise: entry.unitPaise,
        ...(picture ? { image: this.images.view(picture).url } : {}),
      };
    });
    return { lines, totalPaise: lines.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0) };
  }

  private async untilSettled<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let lap = 0; lap < LAPS; lap += 1) {
      const outcome = await attempt();
      if (outcome !== undefined) return outcome;
    }
    throw new AppError('UNAVAILABLE');
  }
}

const isTaken = (record: LineRecord): record is TakenRecord =>
  record.product !== undefined && (record.entry?.state === 'held' || record.entry?.state === 'sold');

/**
 * Which lines can't be had, with what is left for each. Sizes that are counted together share one stock, so that
 * lines of the same product are then counted one after the other.
 */
function shortLines(records: readonly LineRecord[]): Short {
  const left = new Map<string, number>();
  const short: Short = [];
  for (const record of records) {
    const { line, product } = record;
    if (isTaken(record)) continue;
    const gone = !product || product.deletedAt !== null || !offers(product.sizes, line.size);
    const shelf = product?.sizeStock ? `${line.productId}:${line.size}` : line.productId;
    const available = gone ? 0 : (left.get(shelf) ?? stockOfSize(product, line.size));
    if (!gone && !record.entry && available >= line.quantity) left.set(shelf, available - line.quantity);
    else short.push({ ...line, ...(product ? { name: product.name } : {}), available });
  }
  return short;
}

const offers = (sizes: readonly string[], size: string): boolean =>
  sizes.length === 0 ? size === '' : sizes.includes(size);

/** One line a product and size, in the same order for everybody. */
function inOrder(lines: readonly StockLine[]): StockLine[] {
  const merged = new Map<string, StockLine>();
  for (const line of lines) {
    const key = `${line.productId}:${line.size}`;
    merged.set(key, { ...line, quantity: line.quantity + (merged.get(key)?.quantity ?? 0) });
  }
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
