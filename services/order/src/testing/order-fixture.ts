import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { EventData } from '@rangavalli/contracts/events';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import type { RazorpayStandIn } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import type { TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { createId, FakeShop } from './fake-shop.js';
import { sharedBackends } from './shared-backends.js';

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

export interface Checkout {
  as: Identity;
  orderId: string;
  razorpayOrderId: string;
  totalAmount: number;
}

/** The order service with the real payment service; cart and catalog are in memory. */
export class OrderFixture {
  private constructor(
    readonly service: TestService,
    readonly shop: FakeShop,
    readonly razorpay: RazorpayStandIn,
    readonly paymentService: TestProcess,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<OrderFixture> {
    const { natsUrl, razorpay, payment, clear } = await sharedBackends();
    const service = await startTestService(orderService, natsUrl, {
      SWEEP_MS: '100',
      SALES_RECOUNT_MS: '100',
      CAPTURE_HEAD_START_MS: '0',
      RATE_LIMIT: 'off',
      ...env,
    });
    return new OrderFixture(service, new FakeShop(service), razorpay, payment, async () => {
      await service.stop().finally(clear);
    });
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
    return buildIdentity({ id: createId() });
  }

  async begin({ as = this.buildCustomer(), productId = this.shop.addProduct(), quantity = 1 } = {}): Promise<
    Checkout & { productId: string }
  > {
    this.shop.setCart(as.id, [productId, quantity]);
    const amount = (quantity * (this.shop.products.get(productId)?.unitPaise ?? 0)) / 100;
    const { status, body } = await this.service.call('POST /payments/create-order', { body: { amount, billing } }, as);
    if (status !== 200) throw new Error(`create-order: ${status} ${JSON.stringify(body)}`);
    return { as, productId, orderId: body.orderId, razorpayOrderId: body.order.id, totalAmount: body.totalAmount };
  }

  verify(as: Identity, payment: PaymentResponse) {
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

  /** Publishes a new status of the order's parcel with one unit of its first line. */
  moveParcel(
    orderId: string,
    status: EventData<'fulfilment.shipment.changed'>['status'],
    { at = new Date().toISOString(), isDispatched = true, isDelivered = false, isDamaged = false } = {},
  ): Promise<void> {
    return this.service.publish('fulfilment.shipment.changed', {
      orderNumber: 'RV-26-0042174',
      orderId,
      userId: createId(),
      shipmentId: `${orderId}-1`,
      status,
      at,
      courier: 'own',
      awb: `A${orderId}`,
      trackingPath: '/track/x',
      lines: [{ lineId: '1', quantity: 1 }],
      order: { isDispatched, isDelivered },
      ...(isDamaged ? { damaged: [{ lineId: '1', quantity: 1 }] } : {}),
    });
  }

  async listRefunds({ razorpay_payment_id }: PaymentResponse): Promise<number[]> {
    return (await this.razorpay.state()).refunds
      .filter(({ payment_id }) => payment_id === razorpay_payment_id)
      .map(({ amount }) => amount);
  }
}
