import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { HeldLine, StockLine } from '@rangavalli/contracts/commands/lines';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { ImageHost } from '../images/image-host.js';
import type { StockEntry, StockState, Transition } from './stock-entry.js';
import { type HoldKey, type LineRecord, StockLedger, type StockProduct } from './stock-ledger.js';

export interface Hold extends HoldKey {
  lines: readonly StockLine[];
}

export interface HoldRequest extends Hold {
  expectedPaise?: number | undefined;
  expiresAt: Date;
}

type HoldReply = CommandReply<'rpc.catalog.stock.hold'>;
type UnavailableLines = Extract<HoldReply, { outcome: 'unavailable' }>['lines'];

interface TakenRecord extends LineRecord {
  product: StockProduct;
  entry: StockEntry;
}

const MAX_ATTEMPTS = 50;

/**
 * The stock commands. Each reads the lines and takes the missing steps until none is left: it can be repeated, run
 * concurrently, and be completed by the next attempt after a crash.
 */
@Injectable()
export class StockService {
  constructor(
    private readonly ledger: StockLedger,
    private readonly images: ImageHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes the units of all lines or of none. After `unavailable` or a release, use a new hold id. A repetition returns
   * the lines as they were taken.
   * @throws AppError UNAVAILABLE when concurrent commands were faster every time; retrying is safe
   */
  async holdStock(request: HoldRequest): Promise<HoldReply> {
    const lines = mergeLines(request.lines);
    const held = await this.holdWithoutReading(request, lines);
    if (held) return held;
    return this.retryUntilSettled(async () => {
      const records = await this.ledger.read(request.holdId, lines);
      if (records.every(isTaken)) return { outcome: 'held', ...this.priced(records) };

      const unavailable = unavailableLines(records);
      const totalPaise = records.reduce(
        (sum, { line, product, entry }) =>
          sum + (entry?.unitPaise ?? (product ? unitPriceAt(product, new Date()) : 0)) * line.quantity,
        0,
      );
      const isTotalChanged = request.expectedPaise !== undefined && totalPaise !== request.expectedPaise;
      if (unavailable.length > 0 || isTotalChanged) {
        // With nothing taken, there is nothing to release and other attempts may still decide.
        if (records.some(({ entry }) => entry) && !(await this.abandon(request, records))) return undefined;
        return unavailable.length > 0
          ? { outcome: 'unavailable', lines: unavailable }
          : { outcome: 'total_changed', totalPaise };
      }
      for (const record of records) {
        record.entry ??= await this.ledger.take(request, record, request.expiresAt);
        if (!record.entry) break;
      }
      return records.every(isTaken) ? { outcome: 'held', ...this.priced(records) } : undefined;
    });
  }

  releaseHold(hold: Hold): Promise<CommandReply<'rpc.catalog.stock.release'>> {
    const lines = mergeLines(hold.lines);
    return this.retryUntilSettled(async () => {
      const records = await this.ledger.read(hold.holdId, lines);
      return records.every(({ entry }) => !entry) || (await this.abandon(hold, records))
        ? { outcome: 'released' }
        : undefined;
    });
  }

  /**
   * Turns a hold into a sale, all lines or none. An expired hold can be committed until the sweep releases it. A line
   * that was sold and returned counts as sold.
   */
  async commitHold(hold: Hold): Promise<CommandReply<'rpc.catalog.stock.commit'>> {
    const lines = mergeLines(hold.lines);
    const [only] = lines;
    if (lines.length === 1 && only && (await this.ledger.commitUnread(hold, only))) return { outcome: 'sold' };
    return this.retryUntilSettled(async () => {
      const records = await this.ledger.read(hold.holdId, lines);
      if (records.some(({ entry }) => !entry || entry.state === 'released')) {
        // Final: a released line is never held again under this id. Lines that an interrupted attempt sold go back.
        const isReverted =
          (await this.abandon(hold, records)) && (await this.transitionAll('revertCommit', 'sold', records));
        return isReverted ? { outcome: 'gone' } : undefined;
      }
      return (await this.transitionAll('commit', 'held', records)) ? { outcome: 'sold' } : undefined;
    });
  }

  /** @param damaged units of the lines that are not restocked */
  returnStock(hold: Hold, damaged: readonly StockLine[] = []): Promise<true> {
    const lines = mergeLines(hold.lines);
    const damagedUnits = new Map(mergeLines(damaged).map((line) => [keyOf(line), line.quantity]));
    return this.retryUntilSettled(async () => {
      const records = (await this.ledger.read(hold.holdId, lines)).map((record) => ({
        ...record,
        damaged: damagedUnits.get(keyOf(record.line)),
      }));
      for (const { line, entry } of records)
        if (!entry) this.logger.warn({ holdId: hold.holdId, line }, 'cancelled order has a line without stock entry');
      const isReturned = await this.transitionAll('return', 'sold', records);
      const isReleased = await this.transitionAll('release', 'held', records);
      return isReturned && isReleased ? true : undefined;
    });
  }

  /** Adds units that customers returned. Once per hold id; a product that no longer exists keeps none. */
  takeBack(goods: Hold): Promise<true> {
    const lines = mergeLines(goods.lines);
    return this.retryUntilSettled(async () => {
      const records = await this.ledger.read(goods.holdId, lines);
      let isComplete = true;
      for (const record of records)
        if (record.product && !record.entry && !(await this.ledger.takeBack(goods, record))) isComplete = false;
      return isComplete || undefined;
    });
  }

  /** Handles the common case in one write: one line, product unchanged since its last read. */
  private async holdWithoutReading(request: HoldRequest, lines: readonly StockLine[]): Promise<HoldReply | undefined> {
    const [only] = lines;
    const record = lines.length === 1 && only && this.ledger.snapshotOf(request.holdId, only);
    if (!record || !record.product || unavailableLines([record]).length > 0) return undefined;
    const totalPaise = unitPriceAt(record.product, new Date()) * record.line.quantity;
    if (request.expectedPaise !== undefined && totalPaise !== request.expectedPaise) return undefined;
    record.entry = await this.ledger.take(request, record, request.expiresAt);
    return isTaken(record) ? { outcome: 'held', ...this.priced([record]) } : undefined;
  }

  /** Releases held lines and rejects the others for good. False when a concurrent command was faster. */
  private async abandon(key: HoldKey, records: readonly LineRecord[]): Promise<boolean> {
    let isRejected = true;
    for (const record of records) if (!record.entry && !(await this.ledger.reject(key, record))) isRejected = false;
    // Until every rejection is stored, another attempt may still complete the hold: its units must not be released.
    return isRejected && this.transitionAll('release', 'held', records);
  }

  private async transitionAll(name: Transition, from: StockState, records: readonly LineRecord[]): Promise<boolean> {
    let isComplete = true;
    for (const record of records)
      if (record.entry?.state === from && !(await this.ledger.transition(name, record))) isComplete = false;
    return isComplete;
  }

  private priced(records: readonly TakenRecord[]): { lines: HeldLine[]; totalPaise: number } {
    const lines = records.map(({ line, product, entry }): HeldLine => {
      const [image] = product.images;
      return {
        ...line,
        quantity: entry.quantity,
        name: product.name,
        unitPaise: entry.unitPaise,
        ...(entry.mrpPaise ? { mrpPaise: entry.mrpPaise } : {}),
        category: product.category,
        ...(product.fabric ? { fabric: product.fabric } : {}),
        ...(product.hsn ? { hsn: product.hsn } : {}),
        ...(product.taxClass ? { taxClass: product.taxClass } : {}),
        ...(product.tags.length > 0 ? { tags: product.tags } : {}),
        ...(image ? { image: this.images.toImage(image).url } : {}),
      };
    });
    return { lines, totalPaise: lines.reduce((sum, line) => sum + line.unitPaise * line.quantity, 0) };
  }

  private async retryUntilSettled<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      const outcome = await attempt();
      if (outcome !== undefined) return outcome;
    }
    throw new AppError('UNAVAILABLE');
  }
}

const isTaken = (record: LineRecord): record is TakenRecord =>
  record.product !== undefined && (record.entry?.state === 'held' || record.entry?.state === 'sold');

/** Lines that share one stock are counted one after the other. */
function unavailableLines(records: readonly LineRecord[]): UnavailableLines {
  const remaining = new Map<string, number>();
  const unavailable: UnavailableLines = [];
  for (const record of records) {
    const { line, product } = record;
    if (isTaken(record)) continue;
    const isOffered = product && product.deletedAt === null && hasSize(product.sizes, line.size);
    const key = product?.sizeStock ? `${line.productId}:${line.size}` : line.productId;
    const available = isOffered ? (remaining.get(key) ?? stockOfSize(product, line.size)) : 0;
    if (isOffered && !record.entry && available >= line.quantity) remaining.set(key, available - line.quantity);
    else unavailable.push({ ...line, ...(product ? { name: product.name } : {}), available });
  }
  return unavailable;
}

const keyOf = ({ productId, size }: StockLine): string => `${productId}:${size}`;

const hasSize = (sizes: readonly string[], size: string): boolean =>
  sizes.length === 0 ? size === '' : sizes.includes(size);

/** One line per product and size, in the same order for every command. */
function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const merged = new Map<string, StockLine>();
  for (const line of lines) {
    const key = keyOf(line);
    merged.set(key, { ...line, quantity: line.quantity + (merged.get(key)?.quantity ?? 0) });
  }
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
