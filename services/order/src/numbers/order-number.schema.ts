import { Schema } from 'mongoose';

export const ORDER_NUMBERS = 'OrderNumbers';

/** One document per year in IST. */
export interface OrderNumbersRecord {
  /** The last two digits of the year. */
  _id: string;
  /** The last sequence that a process has reserved. */
  last?: number;
}

export const orderNumbersSchema = new Schema<OrderNumbersRecord>(
  { _id: String, last: Number },
  { collection: 'order_numbers', versionKey: false },
);
