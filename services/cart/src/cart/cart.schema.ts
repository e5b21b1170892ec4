import type { StockLine } from '@rangavalli/contracts/commands';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { Schema } from 'mongoose';

export const CART = 'Cart';

/** A line as kept. */
export interface LineRecord extends StockLine {
  /** Paise a piece when the customer last put pieces in or set their number; missing in lines from before it was kept. */
  unitPaise?: number;
}

/** A guest's cart that came into this one. */
export interface MergeRecord {
  mergeId: string;
  /** Told again when the browser asks again, since it may have missed the answer. */
  notes: MergeNote[];
}

/** A customer's cart. Found by its id only, so that it needs no further index. */
export interface CartRecord {
  /** The customer's id. */
  _id: string;
  /** One a product and size, in the order in which they came. */
  lines: LineRecord[];
  /** The last orders whose lines have left the cart; a repeated event finds its order here (rule 5). */
  boughtOrders: string[];
  /** The last guest's carts that were put in; a repeated merge finds itself here. */
  merges: MergeRecord[];
  /** Grows with each change; every change is guarded by it (rule 6). */
  revision: number;
}

export const cartSchema = new Schema<CartRecord>(
  {
    _id: String,
    lines: {
      type: [{ _id: false, productId: String, size: String, quantity: Number, unitPaise: Number }],
      default: [],
    },
    boughtOrders: { type: [String], default: [] },
    merges: {
      type: [
        {
          _id: false,
          mergeId: String,
          notes: [
            {
              _id: false,
              productId: String,
              size: String,
              name: String,
              wanted: Number,
              taken: Number,
              code: String,
              message: String,
            },
          ],
        },
      ],
      default: [],
    },
    revision: { type: Number, required: true },
  },
  { collection: 'carts', timestamps: true, versionKey: false },
);
