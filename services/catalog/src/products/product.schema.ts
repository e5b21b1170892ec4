import {
  categories,
  type Category,
  type SareeType,
  sareeTypes,
  type SizeStock,
} from '@rangavalli/contracts/entities/product';
import type { Rating, ReviewSummary } from '@rangavalli/contracts/entities/review';
import { type TaxClass, taxClasses } from '@rangavalli/contracts/product-tax';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';
import type { StoredImage, StoredVideo } from '../images/image-host.js';
import { nextSweepIndex, type StockEntry, stockEntryFields } from '../stock/stock-entry.js';

export const PRODUCT = 'Product';

export interface ProductSale {
  pricePaise: number;
  from?: Date;
  until?: Date;
}

/** A product with its stock in one document, so that every stock change is one atomic update (rule 6). */
export interface ProductRecord extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
  description: string;
  pricePaise: number;
  sale?: ProductSale;
  /** When a sale begins or ends next; absent without one. */
  nextPriceAt?: Date;
  category: Category;
  sareeType?: SareeType;
  /** Units that can be bought; held and sold units are not included. */
  stock: number;
  sizes: string[];
  /** In the order of `sizes`, with `stock` as the sum; absent where the sizes share `stock`, never empty. */
  sizeStock?: SizeStock[];
  tags: string[];
  images: StoredImage[];
  /** Public ids of removed pictures that the image host still has; absent or empty otherwise. */
  removedImages?: string[];
  fabric?: string;
  weave?: string;
  colour?: string;
  occasion?: string;
  origin?: string;
  care?: string;
  hsn?: string;
  taxClass?: TaxClass;
  countryOfOrigin?: string;
  netQuantity?: string;
  maker?: string;
  video?: StoredVideo;
  /** Working days until dispatch. */
  handlingDays?: number | null;
  /** Of a unit with packaging. */
  weightGrams?: number | null;
  /** What customers enter; absent, never empty, for products that are not made for them. */
  personalisationFields?: PersonalisationField[];
  /** Of the published reviews; written by them only. */
  rating?: Rating;
  ratingRevision?: number;
  reviewCounts?: Pick<ReviewSummary, 'stars' | 'fit'>;
  /** A deleted product is hidden from shoppers; its holds and orders still need it. */
  deletedAt: Date | null;
  /** Holds and recent sales (rule 4). Ended entries move to `stock_entries` after a while. */
  holds: StockEntry[];
  archiveRevision: number;
  /** The greatest archived hold id: entries of greater ones are not in `stock_entries`. */
  archivedUpTo?: string;
  /** When the sweep or archiver must visit the product; absent without entries. */
  nextSweepAt?: Date;
  /** Incremented by every edit of an admin, which is guarded by the revision it read. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Which of them a field has depends on its kind; the call validates them. */
const personalisationField = new Schema<PersonalisationField>(
  {
    kind: { type: String, required: true },
    label: { type: String, required: true },
    required: Boolean,
    extraDays: Number,
    maxLength: Number,
    choices: { type: [String], default: undefined },
    unit: String,
    min: Number,
    max: Number,
  },
  { _id: false },
);

export const productSchema = new Schema<ProductRecord>(
  {
    name: { type: String, required: true },
    description: { type: String, default: '' },
    pricePaise: { type: Number, required: true, min: 1 },
    sale: {
      type: { _id: false, pricePaise: { type: Number, required: true, min: 1 }, from: Date, until: Date },
      default: undefined,
    },
    nextPriceAt: Date,
    category: { type: String, enum: categories, required: true },
    sareeType: { type: String, enum: sareeTypes },
    stock: { type: Number, required: true, min: 0 },
    sizes: { type: [String], default: [] },
    sizeStock: {
      type: [{ _id: false, size: { type: String, required: true }, stock: { type: Number, required: true, min: 0 } }],
      default: undefined,
    },
    tags: { type: [String], default: [] },
    images: { type: [{ _id: false, public_id: String, path: String }], default: [] },
    removedImages: { type: [String], default: undefined },
    fabric: String,
    weave: String,
    colour: String,
    occasion: String,
    origin: String,
    care: String,
    handlingDays: Number,
    weightGrams: Number,
    hsn: String,
    taxClass: { type: String, enum: taxClasses },
    countryOfOrigin: String,
    netQuantity: String,
    maker: String,
    video: { type: { _id: false, path: String, posterPath: String }, default: undefined },
    personalisationFields: { type: [personalisationField], default: undefined },
    rating: { type: new Schema({ average: Number, count: Number }, { _id: false }) },
    ratingRevision: Number,
    reviewCounts: {
      type: new Schema({ stars: [Number], fit: { small: Number, true: Number, large: Number } }, { _id: false }),
    },
    deletedAt: { type: Date, default: null },
    holds: { type: [stockEntryFields], default: [] },
    archiveRevision: { type: Number, default: 0 },
    archivedUpTo: String,
    nextSweepAt: Date,
    revision: { type: Number, default: 0 },
    ...outboxField,
  },
  { collection: 'products', timestamps: true, versionKey: false },
);

productSchema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
productSchema.index(...nextSweepIndex);
productSchema.index({ nextPriceAt: 1 }, { partialFilterExpression: { nextPriceAt: { $exists: true } } });
productSchema.index({ removedImages: 1 }, { partialFilterExpression: { 'removedImages.0': { $exists: true } } });
productSchema.index(...outboxIndex);
