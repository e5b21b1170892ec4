import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { Schema } from 'mongoose';

export const DELIVERY = 'WebhookDelivery';
const KEPT_S = 90 * 86_400;

/** A delivery as it is stored: with the very bytes that were signed, so that it can be handled again. */
export interface DeliveryRecord extends Omit<WebhookDelivery, 'receivedAt'> {
  receivedAt: Date;
  /** Left out of forged ones: nothing of what strangers send is kept but that they did. */
  raw?: string;
  signature?: string;
}

export const deliverySchema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    eventId: String,
    event: { type: String, required: true },
    receivedAt: { type: Date, required: true },
    outcome: { type: String, required: true },
    razorpayOrderId: String,
    razorpayPaymentId: String,
    orderId: String,
    error: String,
    raw: String,
    signature: String,
  },
  { collection: 'webhook_deliveries', versionKey: false },
);

deliverySchema.index({ receivedAt: 1 }, { expireAfterSeconds: KEPT_S });
deliverySchema.index({ outcome: 1, receivedAt: -1 });
deliverySchema.index({ orderId: 1, receivedAt: -1 }, { sparse: true });
