import { Schema } from 'mongoose';

export const KNOWN_PRICE = 'KnownPrice';

/** The price of a product when it was last compared. */
export interface KnownPriceRecord {
  /** The product's id. */
  _id: string;
  pricePaise: number;
}

export const knownPriceSchema = new Schema<KnownPriceRecord>(
  { _id: { type: String, required: true }, pricePaise: { type: Number, required: true } },
  { collection: 'known_prices', versionKey: false },
);
