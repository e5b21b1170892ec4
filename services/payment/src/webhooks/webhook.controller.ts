import { Controller, Inject, Req } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { type Input, readInput, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.service-definition.js';
import { errorText } from '../deliveries/deliveries.service.js';
import { DeliveryNotes, type Note } from '../deliveries/delivery-notes.js';
import { isWebhookSignature } from '../razorpay/signatures.js';
import { webhookEvent } from './webhook.schema.js';
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
    private readonly notes: DeliveryNotes,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  @HandlesCall('POST /payments/webhook')
  async deliver(@Req() request: Delivery): Promise<CallResponse<'POST /payments/webhook'>> {
    const signature = request.headers['x-razorpay-signature'];
    if (!isWebhookSignature(signature, request.rawBody, this.config.RAZORPAY_WEBHOOK_SECRET)) {
      this.notes.addForged();
      throw new AppError('PAYMENT_SIGNATURE_INVALID');
    }
    const raw = { raw: String(request.rawBody), signature: String(signature) };
    const id = request.headers['x-razorpay-event-id'];
    const eventId = typeof id === 'string' ? { eventId: id } : {};
    const body = this.read(request.body, { ...raw, ...eventId });
    const note = { event: body.event, ...eventId, ...raw };
    try {
      this.notes.add({ ...note, ...(await this.webhooks.handle(body, eventId.eventId)) });
    } catch (error) {
      this.notes.add({ ...note, ...idsOf(body), outcome: 'failed', error: errorText(error) });
      // Whatever failed, Razorpay delivers again until it is told that all is well.
      throw new AppError('UNAVAILABLE', { cause: error });
    }
    return { success: true };
  }

  private read(given: unknown, note: Pick<Note, 'raw' | 'signature' | 'eventId'>): { event: string } {
    try {
      return (
        readInput('POST /payments/webhook', {
          params: {},
          query: {},
          body: given,
        }) as unknown as Input<'POST /payments/webhook'>
      ).body;
    } catch (error) {
      this.notes.add({ ...note, event: 'unknown', outcome: 'unreadable', error: errorText(error) });
      throw error;
    }
  }
}

/** What a delivery that could not be handled was about, as far as it says. */
function idsOf(body: { event: string }): Pick<Note, 'razorpayOrderId' | 'razorpayPaymentId'> {
  const read = webhookEvent.safeParse(body);
  if (!read.success) return {};
  const { id, order_id: orderId } = read.data.payload.payment.entity;
  return { razorpayPaymentId: id, ...(orderId ? { razorpayOrderId: orderId } : {}) };
}
