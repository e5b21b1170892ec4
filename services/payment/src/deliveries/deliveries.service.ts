import { findPage } from '@rangavalli/service-kit/database/paging';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model, QueryFilter } from 'mongoose';
import type { PaymentConfig } from '../payment.service-definition.js';
import { isWebhookSignature } from '../razorpay/signatures.js';
import { Webhooks } from '../webhooks/webhooks.service.js';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';

const PAGE_SIZE = 25;
/** A payment's page shows so many, the newest. */
const ABOUT_ONE = 100;
/** What the desk does not show. */
const hidden = { raw: 0, signature: 0 } as const;

/** What Razorpay delivered, for people to read and to handle again. */
@Injectable()
export class Deliveries {
  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    private readonly webhooks: Webhooks,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /** One page, newest first. */
  async list({
    outcome,
    orderId,
    page,
  }: {
    outcome?: DeliveryRecord['outcome'] | undefined;
    orderId?: string | undefined;
    page?: number | undefined;
  }): Promise<{ deliveries: WebhookDelivery[]; total: number; page: number; pages: number }> {
    const filter: QueryFilter<DeliveryRecord> = { ...(outcome ? { outcome } : {}), ...(orderId ? { orderId } : {}) };
    const { items, ...pageInfo } = await findPage(this.model, {
      filter,
      projection: hidden,
      sort: { receivedAt: -1, _id: -1 },
      page,
      pageSize: PAGE_SIZE,
    });
    return { deliveries: items.map(toDelivery), ...pageInfo };
  }

  /** Those about one order, newest first. */
  async about(orderId: string): Promise<WebhookDelivery[]> {
    return (
      await this.model
        .find({ orderId }, hidden)
        .sort({ receivedAt: -1 })
        .limit(ABOUT_ONE)
        .lean<DeliveryRecord[]>()
        .exec()
    ).map(toDelivery);
  }

  /**
   * Handles a delivery once more as it came. The signature is checked again, so that nothing that was put into the
   * database by other ways is ever believed.
   * @throws AppError DELIVERY_NOT_FOUND, PAYMENT_SIGNATURE_INVALID, UNAVAILABLE
   */
  async replay(id: string): Promise<WebhookDelivery> {
    const delivery = await this.model.findById(id).lean<DeliveryRecord>().exec();
    if (!delivery) throw new AppError('DELIVERY_NOT_FOUND');
    const { raw, signature, eventId } = delivery;
    if (raw === undefined || !isWebhookSignature(signature, Buffer.from(raw), this.config.RAZORPAY_WEBHOOK_SECRET))
      throw new AppError('PAYMENT_SIGNATURE_INVALID', {
        message: 'This delivery was not signed by Razorpay; it is not handled.',
      });
    try {
      const result = await this.webhooks.handle(JSON.parse(raw) as { event: string }, eventId, true);
      return await this.write(id, { $set: result, $unset: { error: 1 } });
    } catch (error) {
      await this.write(id, { $set: { outcome: 'failed', error: errorText(error) } });
      throw new AppError('UNAVAILABLE', {
        message: 'The delivery could not be handled: Razorpay or the database did not answer. Please try again.',
        cause: error,
      });
    }
  }

  private async write(
    id: string,
    update: { $set: Partial<DeliveryRecord>; $unset?: { error: 1 } },
  ): Promise<WebhookDelivery> {
    const written = await this.model
      .findOneAndUpdate({ _id: id }, update, { returnDocument: 'after', projection: hidden })
      .lean<DeliveryRecord>()
      .exec();
    if (!written) throw new AppError('DELIVERY_NOT_FOUND');
    return toDelivery(written);
  }
}

/** What failed, for people; never more than a line. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);

const toDelivery = ({
  _id,
  eventId,
  event,
  receivedAt,
  outcome,
  razorpayOrderId,
  razorpayPaymentId,
  orderId,
  error,
}: DeliveryRecord): WebhookDelivery => ({
  _id,
  event,
  receivedAt: receivedAt.toISOString(),
  outcome,
  ...(eventId ? { eventId } : {}),
  ...(razorpayOrderId ? { razorpayOrderId } : {}),
  ...(razorpayPaymentId ? { razorpayPaymentId } : {}),
  ...(orderId ? { orderId } : {}),
  ...(error ? { error } : {}),
});
