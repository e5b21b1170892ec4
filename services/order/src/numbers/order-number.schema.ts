import { Schema, type Types } from 'mongoose';

export const ORDER_NUMBERS = 'OrderNumbers';

/** One document per year in IST, and the state of the numbering of earlier orders. */
export interface OrderNumbersRecord {
  /** The last two digits of the year, or `MIGRATION_ID`. */
  _id: string;
  /** The last sequence that a process has reserved. */
  last?: number;
  /** Placed orders with smaller ids have a number. */
  numberedBefore?: Types.ObjectId;
}

export const MIGRATION_ID = 'migration';

export const orderNumbersSchema = new Schema<OrderNumbersRecord>(
  { _id: String, last: Number, numberedBefore: Schema.Types.ObjectId },
  { collection: 'order_numbers', versionKey: false },
);
