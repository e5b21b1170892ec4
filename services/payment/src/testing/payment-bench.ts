import { getModelToken } from '@nestjs/mongoose';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { findFreePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { paymentService } from '../payment.service-definition.js';
import { PAYMENT, type PaymentRecord } from '../payments/payment.schema.js';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { RazorpayStandIn, signWebhook } from '@rangavalli/service-kit/testing/razorpay-stand-in';

/** An id as orders have them: later ones are greater. */
export const anId = (): string => new Types.ObjectId().toHexString();

/** An order of ours with its Razorpay order. */
export interface Opened {
  orderId: string;
  userId: string;
  amountPaise: number;
  razorpayOrderId: string;
}

/** The payment service, real NATS, real database, Razorpay's stand-in, and what tests say of them. */
export class PaymentBench {
  private constructor(
    readonly service: TestService,
    readonly razorpay: RazorpayStandIn,
    /** Ends everything that was started. */
    readonly stop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<PaymentBench> {
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
        ...env,
      });
      stops.push(() => service.stop());
      await service.app.listen(port, '127.0.0.1');
      return new PaymentBench(service, razorpay, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  get model(): Model<PaymentRecord> {
    return this.service.app.get<Model<PaymentRecord>>(getModelToken(PAYMENT));
  }

  async record(orderId: string): Promise<PaymentRecord> {
    const found = await this.model.findById(orderId).lean<PaymentRecord>().exec();
    if (!found) throw new Error('no such payment');
    return found;
  }

  async open(amountPaise = 499_900): Promise<Opened> {
    const asked = { orderId: anId(), userId: anId(), amountPaise };
    const { razorpayOrderId } = await this.commands.request('rpc.payment.order.create', asked);
    return { ...asked, razorpayOrderId };
  }

  verify(userId: string, paid: PaymentResponse): Promise<CommandReply<'rpc.payment.verify'>> {
    return this.commands.request('rpc.payment.verify', {
      userId,
      razorpayOrderId: paid.razorpay_order_id,
      razorpayPaymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    });
  }

  /** Delivers a webhook as Razorpay would, with a right signature unless told otherwise. */
  async deliver(body: object | string, options: { signature?: string; eventId?: string } = {}): Promise<number> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await this.service.app.inject({
      method: 'POST',
      url: '/payments/webhook',
      payload: raw,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': options.signature ?? signWebhook(raw),
        ...(options.eventId ? { 'x-razorpay-event-id': options.eventId } : {}),
      },
    });
    return answer.statusCode;
  }

  get commands(): Commands {
    return this.service.app.get(Commands);
  }
}
