import { type WebhookDelivery, webhookOutcomes } from '@rangavalli/contracts/entities/payments-admin';
import { Schema } from 'mongoose';

export const DELIVERY = 'WebhookDelivery';

export interface DeliveryRecord extends Omit<WebhookDelivery, 'receivedAt'> {
  receivedAt: Date;
  /** The signed bytes, for a replay; missing for forged deliveries, whose content is not stored. */
  raw?: string;
  signature?: string;
}

export const deliverySchema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    eventId: String,
    event: { type: String, required: true },
    receivedAt: { type: Date, required: true },
    outcome: { type: String, enum: webhookOutcomes, required: true },
    razorpayOrderId: String,
    razorpayPaymentId: String,
    orderId: String,
    error: String,
    raw: String,
    signature: String,
  },
  { collection: 'webhook_deliveries', versionKey: false },
);

deliverySchema.index({ receivedAt: -1, _id: -1 });
deliverySchema.index({ outcome: 1, receivedAt: -1, _id: -1 });
deliverySchema.index({ orderId: 1, receivedAt: -1 }, { sparse: true });
