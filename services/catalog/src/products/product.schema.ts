import {
  categories,
  type Category,
  type SareeType,
  sareeTypes,
  type SizeStock,
} from '@rangavalli/contracts/entities/product';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';
import type { StoredImage } from '../images/image-host.js';
import { lookAtIndex, type WithLookAt } from '../stock/look-at.js';
import { type StockEntry, stockEntryFields } from '../stock/stock-entry.js';

export const PRODUCT = 'Product';

/** A product with its stock. One document, so that every change of stock is one atomic update (rule 6). */
export interface ProductRecord extends OutboxFields, WithLookAt {
  _id: Types.ObjectId;
  name: string;
  description: string;
  pricePaise: number;
  category: Category;
  sareeType?: SareeType;
  /** What can be bought now: held and sold pieces are out. */
  stock: number;
  sizes: string[];
  /**
   * There only when stock is counted by size, and never empty: what can be bought now of each of `sizes`, in their
   * order. `stock` is its sum after every update, for each one changes both (`stock/shelf`).
   */
  sizeStock?: SizeStock[];
  tags: string[];
  images: StoredImage[];
  fabric?: string;
  weave?: string;
  colour?: string;
  occasion?: string;
  /** Set when an admin took it out of the shop: gone for shoppers, kept for its orders' stock. */
  deletedAt: Date | null;
  /** Who holds or bought pieces lately (rule 4). Ended entries move to `stock_entries` after a while. */
  holds: StockEntry[];
  /** Grows with every move of entries to `stock_entries`; see `StockLedger`. */
  archiveRevision: number;
  /** Counts those moves that kept `archivedUpTo` right; a release that did not know of it left them apart for good. */
  archiveMarks?: number;
  /** The greatest id of a hold that was ever moved, while `archiveMarks` is `archiveRevision`: a greater one's entries are not in `stock_entries`. */
  archivedUpTo?: string;
  /** Grows with every edit of an admin: an edit is guarded by the one that it read. Missing in products of before. */
  revision?: number;
  createdAt: Date;
  updatedAt: Date;
}

export const productSchema = new Schema<ProductRecord>(
  {
    name: { type: String, required: true },
    description: { type: String, default: '' },
    pricePaise: { type: Number, required: true, min: 1 },
    category: { type: String, enum: categories, required: true },
    sareeType: { type: String, enum: sareeTypes },
    stock: { type: Number, required: true, min: 0 },
    sizes: { type: [String], default: [] },
    sizeStock: { type: [{ _id: false, size: String, stock: Number }], default: undefined },
    tags: { type: [String], default: [] },
    images: { type: [{ _id: false, public_id: String, path: String }], default: [] },
    fabric: String,
    weave: String,
    colour: String,
    occasion: String,
    deletedAt: { type: Date, default: null },
    holds: { type: [stockEntryFields], default: [] },
    archiveRevision: { type: Number, default: 0 },
    archiveMarks: Number,
    archivedUpTo: String,
    lookAt: Date,
    revision: { type: Number, default: 0 },
    ...outboxField,
  },
  { collection: 'products', timestamps: true, versionKey: false },
);

/** All products in the shop, newest first. Searches and filters are answered from memory (`search/`). */
productSchema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
/** The sweep of expired holds, and the archiver's look for ended entries. */
productSchema.index(...lookAtIndex);
productSchema.index(...outboxIndex);
