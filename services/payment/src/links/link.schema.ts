import type { PaymentLinkState } from '@rangavalli/contracts/entities/payment-link';
import { Schema } from 'mongoose';

/** Where a link may go; `PaymentLinks` enforces it in the write. */
export const linkTransitions = {
  open: { from: ['requested'], to: 'open' },
  /** Money of an attempt that began in time may arrive after the end. */
  pay: { from: ['requested', 'open', 'expired', 'cancelled'], to: 'paid' },
  expire: { from: ['requested', 'open'], to: 'expired' },
  cancel: { from: ['requested', 'open'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly PaymentLinkState[]; to: PaymentLinkState }>;
export type LinkTransition = keyof typeof linkTransitions;

const linkStates = ['requested', 'open', 'paid', 'expired', 'cancelled'] as const satisfies PaymentLinkState[];

/** The payment link of an order: one, ever, because its reference at Razorpay is the order number. */
export interface LinkRecord {
  /** `requested` until Razorpay has created it. */
  state: PaymentLinkState;
  referenceId: string;
  /** Of Razorpay, like the next two; the order exists once the customer has opened the link. */
  id?: string;
  url?: string;
  razorpayOrderId?: string;
  customer: { name?: string | undefined; email?: string | undefined; contact?: string | undefined };
  /** The member of staff who sent it; the customer when missing. */
  requestedBy?: { id: string; name: string };
  /** Sent by the shop itself. */
  reason?: 'payment_failed';
  /** Somebody has requested it besides. */
  isRequested?: true;
  expiresAt: Date;
  createdAt: Date;
}

const text = { type: String, required: true } as const;
const noIds = { _id: false, id: false } as const;

export const linkSchema = new Schema<LinkRecord>(
  {
    state: { type: String, enum: linkStates, required: true },
    referenceId: text,
    id: String,
    url: String,
    razorpayOrderId: String,
    customer: { type: new Schema({ name: String, email: String, contact: String }, noIds), required: true },
    requestedBy: { type: new Schema({ id: text, name: text }, noIds) },
    reason: { type: String, enum: ['payment_failed'] },
    isRequested: Boolean,
    expiresAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  noIds,
);

export const isOpenLink = (link: Pick<LinkRecord, 'state'> | undefined): boolean =>
  link?.state === 'requested' || link?.state === 'open';
