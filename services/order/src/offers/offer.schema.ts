import type { Offer } from '@rangavalli/contracts/entities/offer';
import { categories } from '@rangavalli/contracts/entities/product';
import { paymentMethods } from '@rangavalli/contracts/payment-methods';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const OFFER = 'Offer';
export const OFFER_USE = 'OfferUse';

/** Money in paise, times in UTC. */
export interface OfferRecord extends OutboxFields {
  _id: Types.ObjectId;
  code?: string;
  title: string;
  kind: Offer['kind'];
  /** Hundredths of a percent; paise for `amount`; absent for `free_shipping`. */
  value?: number;
  buyUnits?: number;
  getUnits?: number;
  minSubtotalPaise?: number;
  maxUses?: number;
  perCustomer?: number;
  startsAt: Date;
  endsAt?: Date;
  categories: Offer['categories'];
  tags: string[];
  firstOrderOnly: boolean;
  /** Ids of customer groups; absent for all customers. */
  groups?: string[];
  /** Absent for all. */
  methods?: Offer['methods'];
  isStackable: boolean;
  isAutomatic: boolean;
  isAdvertised: boolean;
  /** Guards edits. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * A use of an offer by an order. `slot` and `customerSlot` count from 1 to the limits of the offer. Their unique
 * indexes are the guard of the limits: inserting the use is the one atomic write of a reservation.
 */
export interface OfferUseRecord {
  /** `<offer id>:<order id>` */
  _id: string;
  offerId: string;
  orderId: string;
  userId: string;
  /** Absent without a limit. */
  slot?: number;
  customerSlot?: number;
  /** `reserved` while the order is not paid. */
  state: 'reserved' | 'used';
  /** When the sweeper compares a reservation with its order. */
  dueAt?: Date;
  at: Date;
}

const requiredString = { type: String, required: true };
const requiredDate = { type: Date, required: true };

export const offerSchema = new Schema<OfferRecord>(
  {
    code: String,
    title: requiredString,
    kind: { type: String, enum: ['percent', 'amount', 'free_shipping', 'buy_x_get_y'], required: true },
    value: Number,
    buyUnits: Number,
    getUnits: Number,
    minSubtotalPaise: Number,
    maxUses: Number,
    perCustomer: Number,
    startsAt: requiredDate,
    endsAt: Date,
    categories: { type: [{ type: String, enum: categories }], default: [] },
    tags: { type: [String], default: [] },
    firstOrderOnly: Boolean,
    groups: { type: [String], default: undefined },
    methods: { type: [{ type: String, enum: paymentMethods }], default: undefined },
    isStackable: Boolean,
    isAutomatic: Boolean,
    isAdvertised: Boolean,
    revision: { type: Number, default: 0 },
    ...outboxField,
  },
  { collection: 'offers', timestamps: true, versionKey: false, strict: 'throw' },
);
/** Of an offer without what only staff see. */
export const termsOnly = { outbox: 0, revision: 0, createdAt: 0, updatedAt: 0 } as const;

offerSchema.index({ code: 1 }, { unique: true, partialFilterExpression: { code: { $exists: true } } });
offerSchema.index({ isAutomatic: 1, startsAt: 1 });
offerSchema.index({ startsAt: 1 });
offerSchema.index(...outboxIndex);

export const offerUseSchema = new Schema<OfferUseRecord>(
  {
    _id: String,
    offerId: requiredString,
    orderId: requiredString,
    userId: requiredString,
    slot: Number,
    customerSlot: Number,
    state: { type: String, enum: ['reserved', 'used'], required: true },
    dueAt: Date,
    at: requiredDate,
  },
  { collection: 'offer_uses', versionKey: false, strict: 'throw' },
);
const exists = { $exists: true };
offerUseSchema.index({ offerId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: exists } });
offerUseSchema.index(
  { offerId: 1, userId: 1, customerSlot: 1 },
  { unique: true, partialFilterExpression: { customerSlot: exists } },
);
offerUseSchema.index({ offerId: 1, userId: 1 });
offerUseSchema.index({ orderId: 1 });
offerUseSchema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: exists } });
