import { Schema } from 'mongoose';
import { type StockEntry, stockEntryFields } from './stock-entry.js';

export const ARCHIVED_ENTRY = 'ArchivedStockEntry';

/** An ended stock entry that left its product; `_id` is `archiveId`. Found by its id only. */
export interface ArchivedEntry extends StockEntry {
  productId: string;
}

export const archivedEntrySchema = new Schema<ArchivedEntry>(
  { ...stockEntryFields, productId: String },
  { collection: 'stock_entries', versionKey: false },
);
