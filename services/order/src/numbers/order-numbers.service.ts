import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
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

  /** Returns a new number of the year in IST. */
  async next(now?: Date): Promise<string> {
    for (;;) {
      const year = yearOf(now ?? new Date());
      const { block } = this;
      if (block && block.year === year && block.next <= block.last) return formatOrderNumber(year, block.next++);
      this.reserving ??= this.renewBlock(year).finally(() => (this.reserving = undefined));
      await this.reserving;
    }
  }

  private async renewBlock(year: string): Promise<void> {
    const increment = (upsert: boolean) =>
      this.counters
        .findOneAndUpdate({ _id: year }, { $inc: { last: BLOCK_SIZE } }, { upsert, returnDocument: 'after' })
        .lean<OrderNumbersRecord>();
    const counter = await increment(true).catch((error: unknown) => {
      // Another process inserted the year at the same time.
      if (!isDuplicateKeyError(error)) throw error;
      return increment(false);
    });
    if (counter?.last === undefined) throw new Error(`the counter of year ${year} was deleted`);
    this.block = { year, next: counter.last - BLOCK_SIZE + 1, last: counter.last };
  }
}

const yearOf = (time: Date): string => toIndianDay(time).slice(2, 4);
