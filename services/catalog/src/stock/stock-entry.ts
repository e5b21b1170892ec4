import { type PipelineStage, Schema, type SchemaDefinition } from 'mongoose';

/** `released`: never sold, back in stock; `returned`: sold, then back in stock because the order was cancelled. */
const stockStates = ['held', 'sold', 'released', 'returned'] as const;
export type StockState = (typeof stockStates)[number];

/** One line of one hold, stored in its product. */
export interface StockEntry {
  /** `entryId` of the hold and size, or `returnId` of that: makes every step happen once. */
  _id: string;
  holdId: string;
  orderId: string;
  /** For the log line of an expired hold; missing in entries of releases before 30 November 2026. */
  orderNumber?: string;
  size: string;
  quantity: number;
  /** Price per unit when the hold was taken, paise. */
  unitPaise: number;
  /** The price outside of the sale, paise; absent without a sale. */
  mrpPaise?: number;
  state: StockState;
  expiresAt: Date;
  at: Date;
}

export const stockEntryFields: SchemaDefinition<StockEntry> = {
  _id: String,
  holdId: { type: String, required: true },
  orderId: { type: String, required: true },
  orderNumber: String,
  size: String,
  quantity: { type: Number, required: true, min: 1 },
  unitPaise: { type: Number, required: true, min: 1 },
  mrpPaise: Number,
  state: { type: String, enum: stockStates, required: true },
  expiresAt: { type: Date, required: true },
  at: { type: Date, required: true },
};

export const ARCHIVED_ENTRY = 'ArchivedStockEntry';

/** An ended entry moved out of its product. `_id` is `archiveId`, the only key it is read by. */
export interface ArchivedEntry extends StockEntry {
  productId: string;
}

export const archivedEntrySchema = new Schema<ArchivedEntry>(
  { ...stockEntryFields, productId: String },
  { collection: 'stock_entries', versionKey: false },
);

export const transitions = {
  commit: { from: 'held', to: 'sold', restocks: false },
  release: { from: 'held', to: 'released', restocks: true, reason: 'cancelled' },
  expire: { from: 'held', to: 'released', restocks: true, reason: 'expired' },
  /** A commit that can't be completed because another line of the hold is gone. */
  revertCommit: { from: 'sold', to: 'released', restocks: true, reason: 'cancelled' },
  return: { from: 'sold', to: 'returned', restocks: true },
} as const satisfies Record<
  string,
  { from: StockState; to: StockState; restocks: boolean; reason?: 'expired' | 'cancelled' }
>;
export type Transition = keyof typeof transitions;

export const endedStates = ['sold', 'released', 'returned'] as const satisfies StockState[];

export const entryId = (holdId: string, size: string): string => `${holdId}:${size}`;
/** The entry that returns the units of an archived sale. No hold id starts like this. */
export const returnId = (id: string): string => `return of ${id}`;
/** The same hold and size may occur in several products. */
export const archiveId = (productId: string, id: string): string => `${productId}/${id}`;

export const nextSweepIndex = [
  { nextSweepAt: 1 },
  { partialFilterExpression: { 'holds.0': { $exists: true } } },
] as const;

export const isDueBy = (moment: Date) => ({ 'holds.0': { $exists: true }, nextSweepAt: { $lte: moment } });

export const recomputeNextSweep = (archiveAfterMs: number): PipelineStage.Set => ({
  $set: {
    nextSweepAt: {
      $ifNull: [
        {
          $min: {
            $map: {
              input: '$holds',
              as: 'entry',
              in: {
                $cond: [
                  { $eq: ['$$entry.state', 'held'] },
                  '$$entry.expiresAt',
                  { $add: ['$$entry.at', archiveAfterMs] },
                ],
              },
            },
          },
        },
        '$$REMOVE',
      ],
    },
  },
});
