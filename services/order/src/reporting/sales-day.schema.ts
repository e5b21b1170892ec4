import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { Schema } from 'mongoose';

export const SALES_DAY = 'SalesDay';
export const SALES_STATE = 'SalesState';

/** Figures of the orders of one day in IST: by status, or, in documents of their own, by product. */
export interface SalesDayRecord {
  /** The date, or `productsIdOf` it. Dates sort before the others, so that a range selects either. */
  _id: string;
  /** How often orders of the day were placed or changed, and how many of these changes are counted. */
  changes: number;
  counted: number;
  isStale?: true;
  byStatus: { status: OrderStatus; orders: number; paise: number }[];
  /** All that is sold, by orders and units that are not cancelled, under their latest names, most units first. */
  products: { productId: string; name: string; units: number; revenuePaise: number }[];
}

/** One document beside the days, so that dropping the collection also drops what is known about them. */
export interface SalesStateRecord {
  _id: typeof STATE_ID;
  /** When every day with orders had been counted; missing before the first build is complete. */
  builtAt?: Date;
  /** `FIGURES_VERSION` of that build. */
  version?: number;
  /** When the next process may count. */
  nextCountAt?: Date;
  nextCheckAt?: Date;
  /** Days whose figures differed from a recount of their orders. */
  wrongDays?: string[];
}

export const STATE_ID = 'state';
/** Raised when all days must be counted again. 3: without cancelled and exchanged units. */
export const FIGURES_VERSION = 3;
export const isBuilt = (state: SalesStateRecord | null): boolean =>
  state?.builtAt !== undefined && state.version === FIGURES_VERSION;

const PRODUCTS = 'products ';
/** At most 1 MB with the longest names. */
export const PRODUCTS_PER_DOCUMENT = 1_000;
/** @param part 0 for the first `PRODUCTS_PER_DOCUMENT` of the day */
export const productsIdOf = (day: string, part = 0): string => PRODUCTS + day + (part === 0 ? '' : ` ${part}`);
/** Matches the documents by product of the days from `first` to `last`: `!` sorts after a space, before digits. */
export const productsOf = (first: string, last = first) => ({
  _id: { $gte: productsIdOf(first), $lt: `${productsIdOf(last)}!` },
});
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
    version: Number,
    nextCountAt: Date,
    nextCheckAt: Date,
    wrongDays: { type: [String], default: undefined },
  },
  { collection: COLLECTION, versionKey: false },
);
