import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { Schema } from 'mongoose';

export const SALES_DAY = 'SalesDay';
export const SALES_STATE = 'SalesState';

/** Figures of the orders of one day in IST: by status, or, in a document of its own, by product. */
export interface SalesDayRecord {
  /** The date, or `productsIdOf` it. Dates sort before the others, so that a range selects either. */
  _id: string;
  /** How often orders of the day were placed or changed, and how many of these changes are counted. */
  changes: number;
  counted: number;
  isStale?: true;
  byStatus: { status: OrderStatus; orders: number; paise: number }[];
  /** Of orders that are not cancelled, under their latest names, most units first. */
  products: { productId: string; name: string; units: number; revenuePaise: number }[];
}

/** One document beside the days, so that dropping the collection also drops what is known about them. */
export interface SalesStateRecord {
  _id: typeof STATE_ID;
  /** When every day with orders had been counted; missing before the first build is complete. */
  builtAt?: Date;
  /** When the next process may count. */
  nextCountAt?: Date;
  nextCheckAt?: Date;
  /** Days whose figures differed from a recount of their orders. */
  wrongDays?: string[];
}

export const STATE_ID = 'state';
const PRODUCTS = 'products ';
export const productsIdOf = (day: string): string => PRODUCTS + day;
/** Matches the documents by status of all days. */
export const ALL_DAYS = { _id: { $gte: '0', $lt: PRODUCTS } } as const;

const COLLECTION = 'sales_days';
const count = { type: Number, default: 0 };

export const salesDaySchema = new Schema<SalesDayRecord>(
  {
    _id: String,
    changes: count,
    counted: count,
    isStale: Boolean,
    byStatus: [{ _id: false, status: { type: String, enum: orderStatuses }, orders: Number, paise: Number }],
    products: [{ _id: false, productId: String, name: String, units: Number, revenuePaise: Number }],
  },
  { collection: COLLECTION, versionKey: false },
);
salesDaySchema.index({ isStale: 1 }, { partialFilterExpression: { isStale: true } });

export const salesStateSchema = new Schema<SalesStateRecord>(
  {
    _id: String,
    builtAt: Date,
    nextCountAt: Date,
    nextCheckAt: Date,
    wrongDays: { type: [String], default: undefined },
  },
  { collection: COLLECTION, versionKey: false },
);
