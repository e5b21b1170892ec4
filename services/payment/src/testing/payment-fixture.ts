import { getModelToken } from '@nestjs/mongoose';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { findFreePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { RazorpayStandIn, signWebhook } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { paymentService } from '../payment.service-definition.js';
import { PAYMENT, type PaymentRecord } from '../payments/payment.schema.js';

export const createId = (): string => new Types.ObjectId().toHexString();

export const admin = buildIdentity({ id: createId(), role: 'owner', name: 'Shop', email: 'shop@example.com' });

let sequence = 0;
export function createOrderNumber(): string {
  sequence += 1;
  return formatOrderNumber('26', sequence);
}

export interface OpenOrder {
  orderId: string;
  orderNumber: string;
  userId: string;
  amountPaise: number;
  razorpayOrderId: string;
}

export class PaymentFixture {
  private constructor(
    readonly service: TestService,
    readonly razorpay: RazorpayStandIn,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<PaymentFixture> {
    const stops: (() => Promise<unknown>)[] = [];
    const stop = async () => {
      for (const end of stops.splice(0).reverse()) await end();
    };
    try {
      const nats = await startTestNats();
      stops.push(() => nats.stop());
      const port = await findFreePort();
      const razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${port}/payments/webhook`);
      stops.push(() => razorpay.stop());
      const service = await startTestService(paymentService, nats.url, {
        ...razorpay.env,
        RAZORPAY_TIMEOUT_MS: '700',
        RECONCILE_MS: '60000',
        REFUND_SWEEP_MS: '200',
        RATE_LIMIT: 'off',
        ...env,
      });
      stops.push(() => service.stop());
      await service.app.listen(port, '127.0.0.1');
      return new PaymentFixture(service, razorpay, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  get model(): Model<PaymentRecord> {
    return this.service.app.get<Model<PaymentRecord>>(getModelToken(PAYMENT));
  }

  get commands(): Commands {
    return this.service.app.get(Commands);
  }

  record(orderId: string): Promise<PaymentRecord> {
    return this.model.findById(orderId).orFail().lean<PaymentRecord>().exec();
  }

  async open(amountPaise = 499_900): Promise<OpenOrder> {
    const request = { orderId: createId(), orderNumber: createOrderNumber(), userId: createId(), amountPaise };
    const { razorpayOrderId } = await this.commands.request('rpc.payment.order.create', request);
    return { ...request, razorpayOrderId };
  }

  verify(userId: string, paid: PaymentResponse): Promise<CommandReply<'rpc.payment.verify'>> {
    return this.commands.request('rpc.payment.verify', {
      userId,
      razorpayOrderId: paid.razorpay_order_id,
      razorpayPaymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    });
  }

  /** Pays at Razorpay without a webhook, and returns the event that Razorpay would send. */
  async buildPaidEvent(opened: OpenOrder, event = 'payment.captured'): Promise<ReturnType<typeof buildPaymentEvent>> {
    const { razorpay_payment_id: id } = await this.razorpay.pay(opened.razorpayOrderId);
    return buildPaymentEvent(opened, { event, id });
  }

  /** Publishes that items of a paid order were cancelled, whose amount is refunded. */
  cancelItems(
    { orderId, orderNumber, userId }: Pick<OpenOrder, 'orderId' | 'orderNumber' | 'userId'>,
    razorpayPaymentId: string,
    amountPaise: number,
  ): Promise<void> {
    return this.service.publish('order.lines.cancelled', {
      orderId,
      orderNumber,
      userId,
      returnId: createId(),
      holdId: `${orderId}:1`,
      restocked: [],
      lines: [],
      creditPaise: 0,
      refund: { razorpayPaymentId, amountPaise },
    });
  }

  async deliver(body: object | string, options: { signature?: string; eventId?: string } = {}): Promise<number> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await this.service.app.inject({
      method: 'POST',
      url: '/payments/webhook',
      payload: raw,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': options.signature ?? signWebhook(raw),
        ...(options.eventId ? { 'x-razorpay-event-id': options.eventId } : {}),
      },
    });
    return response.statusCode;
  }
}

export const buildPaymentEvent = (
  { razorpayOrderId, amountPaise }: Pick<OpenOrder, 'razorpayOrderId' | 'amountPaise'>,
  { event = 'payment.captured', status = 'captured', id = `pay_${createId()}` } = {},
) => ({
  entity: 'event',
  event,
  payload: {
    payment: {
      entity: { id, order_id: razorpayOrderId, amount: amountPaise, currency: 'INR', status, method: 'card' },
    },
  },
});

export const buildRefundEvent = (
  opened: Pick<OpenOrder, 'razorpayOrderId' | 'amountPaise'>,
  paymentId: string,
  refundId: string,
  event = 'refund.created',
) => ({
  event,
  payload: {
    payment: buildPaymentEvent(opened, { id: paymentId }).payload.payment,
    refund: {
      entity: { id: refundId, payment_id: paymentId, amount: opened.amountPaise, status: 'processed' },
    },
  },
});
