import { Controller, Inject, Req } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { type Input, readInput, Serves } from '@rangavalli/service-kit/http/serves';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.service-definition.js';
import { isWebhookSignature } from '../razorpay/signatures.js';
import { Webhooks } from './webhooks.service.js';

/** What is read of a delivery. `rawBody`: the very bytes that were signed. */
interface Delivery {
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  rawBody?: Buffer;
}

/** Where Razorpay delivers. The signature over the raw body is the only credential; it is looked at before anything else. */
@Controller()
export class WebhookController {
  constructor(
    private readonly webhooks: Webhooks,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  @Serves('POST /payments/webhook')
  async deliver(@Req() request: Delivery): Promise<CallAnswer<'POST /payments/webhook'>> {
    if (!isWebhookSignature(request.headers['x-razorpay-signature'], request.rawBody, this.config.RAZORPAY_WEBHOOK_SECRET)) throw new AppError('PAYMENT_SIGNATURE_INVALID');
    const { body } = readInput('POST /payments/webhook', { params: {}, query: {}, body: request.body }) as unknown as Input<'POST /payments/webhook'>;
    const eventId = request.headers['x-razorpay-event-id'];
    try {
      await this.webhooks.handle(body, typeof eventId === 'string' ? eventId : undefined);
    } catch (error) {
      // Whatever failed, Razorpay delivers again until it is told that all is well.
      throw new AppError('UNAVAILABLE', { cause: error });
    }
    return { success: true };
  }
}
