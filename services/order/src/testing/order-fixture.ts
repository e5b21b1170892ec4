import { randomBytes } from 'node:crypto';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { findFreePort, startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { startTestService, testMongoUri, type TestService } from '@rangavalli/service-kit/testing/test-service';
import type { Connection, Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { createId, FakeShop } from './fake-shop.js';

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

/** An open checkout and its customer. */
export interface Checkout {
  as: Identity;
  orderId: string;
  razorpayOrderId: string;
  totalAmount: number;
}

/** The order service with real NATS, database, payment service and Razorpay stand-in; cart and catalog are in memory. */
export class OrderFixture {
  private constructor(
    readonly service: TestService,
    readonly shop: FakeShop,
    readonly razorpay: RazorpayStandIn,
    readonly paymentService: TestProcess,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<OrderFixture> {
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
      return new OrderFixture(service, new FakeShop(service), razorpay, payment, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  get model(): Model<OrderRecord> {
    return this.service.app.get<Model<OrderRecord>>(getModelToken(ORDER));
  }

  async findRecord(orderId: string): Promise<OrderRecord> {
    const found = await this.model.findById(orderId).lean<OrderRecord>().exec();
    if (!found) throw new Error('no such order');
    return found;
  }

  buildCustomer(): Identity {
    return { id: createId(), role: 'user', name: 'Asha Rao', email: 'asha@example.com' };
  }

  /** Begins a checkout of one product; by default one unit of a new product for 2,500 rupees. */
  async begin({ as = this.buildCustomer(), productId = this.shop.addProduct(), quantity = 1 } = {}): Promise<
    Checkout & { productId: string }
  > {
    this.shop.setCart(as.id, [productId, quantity]);
    const amount = (quantity * (this.shop.products.get(productId)?.unitPaise ?? 0)) / 100;
    const { status, body } = await this.service.call('POST /payments/create-order', { body: { amount, billing } }, as);
    if (status !== 200) throw new Error(`create-order: ${status} ${JSON.stringify(body)}`);
    return { as, productId, orderId: body.orderId, razorpayOrderId: body.order.id, totalAmount: body.totalAmount };
  }

  verify(
    as: Identity,
    payment: PaymentResponse,
  ): Promise<{ status: number; body: CallResponse<'POST /payments/verify'> & { code?: string } }> {
    return this.service.call('POST /payments/verify', { body: { ...payment } }, as);
  }

  async place(
    options: Parameters<OrderFixture['begin']>[0] = {},
  ): Promise<Checkout & { productId: string; payment: PaymentResponse }> {
    const checkout = await this.begin(options);
    const payment = await this.razorpay.pay(checkout.razorpayOrderId);
    const { status, body } = await this.verify(checkout.as, payment);
    if (status !== 200) throw new Error(`verify: ${status} ${JSON.stringify(body)}`);
    return { ...checkout, payment };
  }

  /** Amounts of a payment's refunds, paise. */
  async listRefunds({ razorpay_payment_id }: PaymentResponse): Promise<number[]> {
    return (await this.razorpay.state()).refunds
      .filter(({ payment_id }) => payment_id === razorpay_payment_id)
      .map(({ amount }) => amount);
  }
}
