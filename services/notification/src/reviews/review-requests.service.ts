import { Inject, Injectable } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NotificationConfig } from '../notification.config.js';
import { Notifier } from '../notices/notifier.service.js';

const DAY_MS = 86_400_000;

/** One request per order for a review, some days after its first parcel was delivered. */
@Injectable()
export class ReviewRequests {
  constructor(
    @Inject(CONFIG) private readonly config: NotificationConfig,
    private readonly notifier: Notifier,
  ) {}

  /** Idempotent by the order. */
  async schedule({ id: eventId, time, data }: Envelope<'order.parcel.moved'>): Promise<void> {
    const { orderId, orderNumber, userId, lines, customer } = data;
    await this.notifier.notify({
      id: `review-${orderId}`,
      kind: 'review_request',
      receiver: { userId, email: customer.email },
      data: { orderId, orderNumber, lines: lines.map(({ name }) => ({ name })), customer },
      orderId,
      orderNumber,
      eventId,
      notBefore: new Date(Date.parse(time) + this.config.REVIEW_REQUEST_DAYS * DAY_MS),
    });
  }
}
