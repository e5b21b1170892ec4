import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { toIndiaDay } from '../reporting/india-days.js';
import { ORDER_NUMBERS, type OrderNumbersRecord } from './order-number.schema.js';

/** Numbers that a process reserves at once; those that it has not used when it stops stay unused. */
const BLOCK_SIZE = 100;

interface Block {
  year: string;
  /** The next sequence and the last one. */
  next: number;
  last: number;
}

/**
 * Allocates order numbers. A process reserves blocks by one atomic increment each, so that a checkout costs no request
 * to the database. Numbers have gaps and are not in the order of the checkouts, but none is allocated twice.
 */
@Injectable()
export class OrderNumbers {
  private block: Block | undefined;
  private reserving: Promise<void> | undefined;

  constructor(@InjectModel(ORDER_NUMBERS) private readonly counters: Model<OrderNumbersRecord>) {}

  /** Returns a new number of the current year in IST. */
  async next(): Promise<string> {
    for (;;) {
      const year = yearOf(new Date());
      const { block } = this;
      if (block && block.year === year && block.next <= block.last) return formatOrderNumber(year, block.next++);
      this.reserving ??= this.renewBlock(year).finally(() => (this.reserving = undefined));
      await this.reserving;
    }
  }

  /** Returns new numbers of the years in which orders were placed, in their order. */
  async ofEarlierOrders(orderedAt: readonly Date[]): Promise<string[]> {
    const years = orderedAt.map(yearOf);
    const blocks = new Map<string, Block>();
    for (const year of new Set(years))
      blocks.set(year, await this.reserve(year, years.filter((one) => one === year).length));
    return years.map((year) => formatOrderNumber(year, blocks.get(year)!.next++));
  }

  private async renewBlock(year: string): Promise<void> {
    this.block = await this.reserve(year, BLOCK_SIZE);
  }

  private async reserve(year: string, count: number): Promise<Block> {
    const increment = (upsert: boolean) =>
      this.counters
        .findOneAndUpdate({ _id: year }, { $inc: { last: count } }, { upsert, returnDocument: 'after' })
        .lean<OrderNumbersRecord>();
    const counter = await increment(true).catch((error: unknown) => {
      // Another process inserted the year at the same time.
      if (!isDuplicateKeyError(error)) throw error;
      return increment(false);
    });
    if (counter?.last === undefined) throw new Error(`the counter of year ${year} was deleted`);
    return { year, next: counter.last - count + 1, last: counter.last };
  }
}

const yearOf = (time: Date): string => toIndiaDay(time).slice(2, 4);
