import { randomBytes } from 'node:crypto';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { freePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { type Paid, RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { startTestService, testMongoUri, type TestService } from '@rangavalli/service-kit/testing/test-service';
import type { Connection, Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import { ORDER, type OrderRecord } from '../orders/order.schema.js';
import { anId, FakeShop } from './fake-shop.js';

export const billing = {
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 90000 11111',
  address: '12 Temple Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

/** A begun checkout and whose it is. */
export interface Begun {
  as: Identity;
  orderId: string;
  razorpayOrderId: string;
  totalAmount: number;
}

/**
 * The order service under test, with the real payment service as a process beside it, Razorpay's stand-in,
 * real NATS and a real database; cart and catalog are in memory.
 */
export class OrderBench {
  private constructor(
    readonly service: TestService,
    readonly shop: FakeShop,
    readonly razorpay: RazorpayStandIn,
    readonly payment: TestProcess,
    /** Ends everything that was started. */
    readonly stop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<OrderBench> {
    const stops: (() => Promise<unknown>)[] = [];
    const stop = async () => {
      for (const end of stops.splice(0).reverse()) await end();
    };
    try {
      const nats = await startTestNats();
      stops.push(() => nats.stop());
      const port = await freePort();
      const razorpay = await RazorpayStandIn.start(`http://127.0.0.1:${port}/payments/webhook`);
      stops.push(() => razorpay.stop());
      const service = await startTestService(orderService, nats.url, {
        SWEEP_MS: '100',
        CAPTURE_HEAD_START_MS: '0',
        ...env,
      });
      stops.push(() => service.stop());

      const database = `test_payment_${randomBytes(6).toString('hex')}`;
      const uri = new URL(testMongoUri());
      uri.pathname = `/${database}`;
      stops.push(() => service.app.get<Connection>(getConnectionToken()).useDb(database).dropDatabase());
      const payment = await startTestProcess(new URL('../../../payment/dist/main.js', import.meta.url), {
        ...razorpay.env,
        NODE_ENV: 'test',
        PORT: String(port),
        LOG_LEVEL: 'silent',
        NATS_URL: nats.url,
        MONGODB_URI: uri.toString(),
        INTERNAL_SECRET: 'a-secret-for-tests-only',
        OUTBOX_POLL_MS: '200',
        RAZORPAY_TIMEOUT_MS: '1000',
        RECONCILE_MS: '200',
        RECONCILE_AFTER_MS: '2000',
        REFUND_SWEEP_MS: '200',
      });
      stops.push(() => payment.stop());
      return new OrderBench(service, new FakeShop(service), razorpay, payment, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  get model(): Model<OrderRecord> {
    return this.service.app.get<Model<OrderRecord>>(getModelToken(ORDER));
  }

  async record(orderId: string): Promise<OrderRecord> {
    const found = await this.model.findById(orderId).lean<OrderRecord>().exec();
    if (!found) throw new Error('no such order');
    return found;
  }

  /** Somebody who shops. */
  aCustomer(): Identity {
    return { id: anId(), role: 'user', name: 'Asha Rao', email: 'asha@example.com' };
  }

  /** Begins a checkout that must succeed; of one new piece for 2,500 rupees unless told. */
  async begin({ as = this.aCustomer(), productId = this.shop.aProduct(), quantity = 1 } = {}): Promise<
    Begun & { productId: string }
  > {
    this.shop.fill(as.id, [productId, quantity]);
    const amount = (quantity * (this.shop.products.get(productId)?.unitPaise ?? 0)) / 100;
    const { status, body } = await this.service.call('POST /payments/create-order', { body: { amount, billing } }, as);
    if (status !== 200) throw new Error(`create-order: ${status} ${JSON.stringify(body)}`);
    return { as, productId, orderId: body.orderId, razorpayOrderId: body.order.id, totalAmount: body.totalAmount };
  }

  verify(
    as: Identity,
    paid: Paid,
  ): Promise<{ status: number; body: CallAnswer<'POST /payments/verify'> & { code?: string } }> {
    return this.service.call('POST /payments/verify', { body: { ...paid } }, as);
  }

  /** A placed order. */
  async place(options: Parameters<OrderBench['begin']>[0] = {}): Promise<Begun & { productId: string; paid: Paid }> {
    const begun = await this.begin(options);
    const paid = await this.razorpay.pay(begun.razorpayOrderId);
    const { status, body } = await this.verify(begun.as, paid);
    if (status !== 200) throw new Error(`verify: ${status} ${JSON.stringify(body)}`);
    return { ...begun, paid };
  }

  async refundsOf({ razorpay_payment_id }: Paid): Promise<number[]> {
    return (await this.razorpay.state()).refunds
      .filter(({ payment_id }) => payment_id === razorpay_payment_id)
      .map(({ amount }) => amount);
  }
}
