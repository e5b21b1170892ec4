import type { Offer } from '@rangavalli/contracts/entities/offer';
import { categories } from '@rangavalli/contracts/entities/product';
import { paymentMethods } from '@rangavalli/contracts/payment-methods';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, Types } from 'mongoose';

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
 * A use of an offer by an order, or a free slot. The slots of an offer with a limit are allocated without gaps, and a
 * use that is released leaves its slot `free`: the highest slot less the free ones is how often the offer is used. Of
 * an offer that gets its limit later, uses beyond MAX_COUNT more than the limit stay without a slot.
 */
export interface OfferUseRecord {
  _id: string;
  offerId: string;
  /** Absent while free, as are `userId`, `customerSlot` and `at`. */
  orderId?: string;
  userId?: string;
  /** From 1. Absent for uses from before the limit that it does not need, and without a limit. */
  slot?: number;
  /** From 1 to the limit per customer; its unique index is the guard of that limit. */
  customerSlot?: number;
  /** `reserved` while the order is not paid. */
  state: 'free' | 'reserved' | 'used';
  /** When the sweeper compares a reservation with its order. */
  dueAt?: Date;
  at?: Date;
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
    _id: { type: String, default: () => String(new Types.ObjectId()) },
    offerId: requiredString,
    orderId: String,
    userId: String,
    slot: Number,
    customerSlot: Number,
    state: { type: String, enum: ['free', 'reserved', 'used'], required: true },
    dueAt: Date,
    at: Date,
  },
  { collection: 'offer_uses', versionKey: false, strict: 'throw' },
);
/** Names of the indexes that queries choose themselves. */
export const offerUseIndexes = {
  slots: 'offerId_1_slot_1',
  free: 'free_slots',
  ofCustomer: 'offerId_1_userId_1',
} as const;
const exists = { $exists: true };
offerUseSchema.index(
  { offerId: 1, slot: 1 },
  { name: offerUseIndexes.slots, unique: true, partialFilterExpression: { slot: exists } },
);
offerUseSchema.index(
  { state: 1, offerId: 1, slot: 1 },
  { name: offerUseIndexes.free, partialFilterExpression: { state: 'free' } },
);
offerUseSchema.index(
  { offerId: 1, userId: 1, customerSlot: 1 },
  { unique: true, partialFilterExpression: { customerSlot: exists } },
);
offerUseSchema.index({ offerId: 1, userId: 1 }, { name: offerUseIndexes.ofCustomer });
offerUseSchema.index({ orderId: 1, offerId: 1 }, { unique: true, partialFilterExpression: { orderId: exists } });
offerUseSchema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: exists } });
