import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { PaymentConfig } from '../payment.config.js';
import { buildPaymentAuditEvent } from '../payments/payment-events.js';
import { PaymentStore } from '../payments/payment.store.js';
import { isWebhookSignature } from '../razorpay/signatures.js';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';
import { errorText } from './delivery-log.js';
import { Webhooks } from './webhooks.service.js';

const PAGE_SIZE = 25;
const MAX_PER_ORDER = 100;
const withoutContent = { raw: 0, signature: 0 } as const;

@Injectable()
export class WebhookDeliveries {
  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    private readonly webhooks: Webhooks,
    private readonly store: PaymentStore,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  async list({
    outcome,
    orderId,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /payments/deliveries'>['query']): Promise<
    Omit<CallResponse<'GET /payments/deliveries'>, 'success'>
  > {
    const { items, ...pageInfo } = await findPage(this.model, {
      filter: { ...(outcome ? { outcome } : {}), ...(orderId ? { orderId } : {}) },
      projection: withoutContent,
      sort: { receivedAt: -1, _id: -1 },
      index: outcome ? 'outcome_1_receivedAt_-1__id_-1' : 'receivedAt_-1__id_-1',
      finders: orderId ? [{ filter: {}, index: 'orderId_1_receivedAt_-1' }] : undefined,
      limit,
      cursor,
    });
    return { deliveries: items.map(toDelivery), ...pageInfo };
  }

  async listForOrder(orderId: string): Promise<WebhookDelivery[]> {
    const deliveries = await this.model
      .find({ orderId }, withoutContent)
      .sort({ receivedAt: -1 })
      .limit(MAX_PER_ORDER)
      .lean<DeliveryRecord[]>();
    return deliveries.map(toDelivery);
  }

  /**
   * Handles a delivery again. Its signature is verified again, so that documents from elsewhere are not trusted.
   * @throws AppError DELIVERY_NOT_FOUND, PAYMENT_SIGNATURE_INVALID, UNAVAILABLE
   */
  async replay(id: string, by: Identity): Promise<WebhookDelivery> {
    const delivery = await this.model.findById(id).lean<DeliveryRecord>();
    if (!delivery) throw new AppError('DELIVERY_NOT_FOUND');
    const { raw, signature, eventId } = delivery;
    const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } = this.config;
    if (raw === undefined || !isWebhookSignature(signature, Buffer.from(raw), secret, previous))
      throw new AppError('PAYMENT_SIGNATURE_INVALID', {
        message: 'This delivery was not signed by Razorpay and cannot be replayed.',
      });
    const payment = delivery.orderId ? await this.store.findById(delivery.orderId) : null;
    if (payment) {
      const audit = buildPaymentAuditEvent(by, payment, 'delivery.replayed', [{ field: 'event', to: delivery.event }]);
      await this.store.update(payment._id, {}, { $push: { outbox: { $each: [audit] } } });
    }
    try {
      const result = await this.webhooks.handle(JSON.parse(raw) as { event: string }, eventId, true);
      return await this.update(id, { $set: result, $unset: { error: 1 } });
    } catch (error) {
      await this.update(id, { $set: { outcome: 'failed', error: errorText(error) } });
      throw new AppError('UNAVAILABLE', {
        message: 'The replay failed because Razorpay or the database did not respond. Please try again.',
        cause: error,
      });
    }
  }

  private async update(
    id: string,
    update: { $set: Partial<DeliveryRecord>; $unset?: { error: 1 } },
  ): Promise<WebhookDelivery> {
    const updated = await this.model
      .findByIdAndUpdate(id, update, { returnDocument: 'after', projection: withoutContent, runValidators: true })
      .lean<DeliveryRecord>();
    if (!updated) throw new AppError('DELIVERY_NOT_FOUND');
    return toDelivery(updated);
  }
}

const toDelivery = ({ receivedAt, ...delivery }: DeliveryRecord): WebhookDelivery => ({
  ...delivery,
  receivedAt: receivedAt.toISOString(),
});
