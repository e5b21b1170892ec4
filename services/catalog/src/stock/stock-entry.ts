import type { SchemaDefinition } from 'mongoose';

/**
 * Where the pieces of one line of one hold are: off the shelf for a checkout, sold, or back on the shelf
 * (`released`: never bought; `returned`: bought and given back).
 */
export const stockStates = ['held', 'sold', 'released', 'returned'] as const;
export type StockState = (typeof stockStates)[number];

/** One line of one hold inside its product. */
export interface StockEntry {
  /** `entryId` of its hold and size, or `returnId` of it: what makes every step once-only. */
  _id: string;
  holdId: string;
  orderId: string;
  size: string;
  quantity: number;
  /** The price at which the pieces were taken, paise a piece. */
  unitPaise: number;
  state: StockState;
  /** A held entry goes back on the shelf after this. */
  expiresAt: Date;
  /** When it came into its state. */
  at: Date;
}

export const stockEntryFields: SchemaDefinition<StockEntry> = {
  _id: String,
  holdId: String,
  orderId: String,
  size: String,
  quantity: Number,
  unitPaise: Number,
  state: { type: String, enum: stockStates },
  expiresAt: Date,
  at: Date,
};

/** An entry's life as data: what each step needs, what it makes, and whether the pieces go back on the shelf. */
export const moves = {
  sell: { from: 'held', to: 'sold', back: false },
  release: { from: 'held', to: 'released', back: true, reason: 'cancelled' },
  expire: { from: 'held', to: 'released', back: true, reason: 'expired' },
  /** A sale that can't be completed since another line of its hold is gone. */
  undo: { from: 'sold', to: 'released', back: true, reason: 'cancelled' },
  giveBack: { from: 'sold', to: 'returned', back: true },
} as const satisfies Record<
  string,
  { from: StockState; to: StockState; back: boolean; reason?: 'expired' | 'cancelled' }
>;

export type Move = keyof typeof moves;

/** Nothing can come after these inside a product, or (`sold`) maybe much later. */
export const endedStates = ['sold', 'released', 'returned'] as const satisfies StockState[];

/** The entry of a line: one a hold, product and size. */
export const entryId = (holdId: string, size: string): string => `${holdId}:${size}`;
/** The entry that puts the pieces of an archived sale back. No hold's id begins so. */
export const returnId = (id: string): string => `return of ${id}`;
/** The archive holds the entries of all products, and the same hold and size may be in several. */
export const archiveId = (productId: string, id: string): string => `${productId}/${id}`;
