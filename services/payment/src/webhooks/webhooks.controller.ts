import { Controller, Inject, Req } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Caller, HandlesCall, Input, readInput } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.config.js';
import { isWebhookSignature } from '../razorpay/signatures.js';
import { DeliveryLog, errorText, type LoggedDelivery } from './delivery-log.js';
import { webhookEvent } from './webhook.schema.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { Webhooks } from './webhooks.service.js';

interface WebhookRequest {
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  rawBody?: Buffer;
}

/** The signature over the raw body is the only credential and is verified first. */
@Controller()
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly log: DeliveryLog,
    private readonly deliveries: WebhookDeliveries,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  @HandlesCall('POST /payments/webhook')
  async receive(@Req() request: WebhookRequest): Promise<CallResponse<'POST /payments/webhook'>> {
    const signature = request.headers['x-razorpay-signature'];
    const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } = this.config;
    if (!isWebhookSignature(signature, request.rawBody, secret, previous)) {
      this.log.addForged();
      throw new AppError('PAYMENT_SIGNATURE_INVALID');
    }
    const id = request.headers['x-razorpay-event-id'];
    const eventId = typeof id === 'string' ? id : undefined;
    const delivery = {
      raw: String(request.rawBody),
      signature: String(signature),
      ...(eventId ? { eventId } : {}),
    };
    const body = this.parse(request.body, delivery);
    try {
      this.log.add({ ...delivery, event: body.event, ...(await this.webhooks.handle(body, eventId)) });
    } catch (error) {
      this.log.add({ ...delivery, event: body.event, ...idsOf(body), outcome: 'failed', error: errorText(error) });
      // Any response but 200 makes Razorpay deliver again.
      throw new AppError('UNAVAILABLE', { cause: error });
    }
    return { success: true };
  }

  @HandlesCall('GET /payments/deliveries')
  async list(@Input() { query }: Input<'GET /payments/deliveries'>): Promise<CallResponse<'GET /payments/deliveries'>> {
    return { success: true, ...(await this.deliveries.list(query)) };
  }

  @HandlesCall('POST /payments/deliveries/{id}/replay')
  async replay(
    @Input() { params }: Input<'POST /payments/deliveries/{id}/replay'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/deliveries/{id}/replay'>> {
    const delivery = await this.deliveries.replay(params.id, caller);
    return { success: true, message: 'The delivery was replayed.', delivery };
  }

  private parse(body: unknown, delivery: Pick<LoggedDelivery, 'raw' | 'signature' | 'eventId'>): { event: string } {
    try {
      const input = readInput('POST /payments/webhook', { params: {}, query: {}, body });
      return (input as unknown as Input<'POST /payments/webhook'>).body;
    } catch (error) {
      this.log.add({ ...delivery, event: 'unknown', outcome: 'unreadable', error: errorText(error) });
      throw error;
    }
  }
}

function idsOf(body: { event: string }): Pick<LoggedDelivery, 'razorpayOrderId' | 'razorpayPaymentId'> {
  const parsed = webhookEvent.safeParse(body);
  if (!parsed.success) return {};
  const payment = parsed.data.payload.payment?.entity;
  if (!payment) return {};
  const { id, order_id: orderId } = payment;
  return { razorpayPaymentId: id, ...(orderId ? { razorpayOrderId: orderId } : {}) };
}
