import type { CallResponse } from '@rangavalli/contracts/calls';
import { send } from '../shop/http.js';
import type { CheckoutLog, Step } from './checkout-log.js';

const billing = {
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  phone: '9876543210',
  address: '12 Temple Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
};

export type WebhookMode = 'once' | 'never';

export interface ShopUrls {
  api: string;
  razorpay: string;
}

export class Buyer {
  constructor(
    private readonly urls: ShopUrls,
    private readonly token: string,
    private readonly log: CheckoutLog,
    private readonly webhook: WebhookMode,
  ) {}

  /** Makes one whole checkout of one unit; a failed step ends it. */
  async buy(productId: string): Promise<void> {
    const { api, razorpay } = this.urls;
    const startedAt = performance.now();
    const added = await this.post<CallResponse<'POST /cart/add'>>('add to cart', `${api}/cart/add`, {
      productId,
      quantity: 1,
      size: '',
    });
    if (!added) return;
    const created = await this.post<CallResponse<'POST /payments/create-order'>>(
      'create order',
      `${api}/payments/create-order`,
      { amount: added.cart.total, billing },
    );
    if (!created) return;
    const paid = await this.post<Record<string, string>>('pay', `${razorpay}/simulate/pay`, {
      order_id: created.order.id,
      method: 'upi',
      outcome: 'captured',
      webhook: this.webhook,
    });
    if (!paid) return;
    this.log.paidOrders.add(created.order.id);
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
    const payment = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
    const claims = { billing, totalAmount: created.totalAmount, cart: [] };
    const verified = await this.post<CallResponse<'POST /payments/verify'>>('verify', `${api}/payments/verify`, {
      ...payment,
      ...claims,
    });
    if (!verified) return;
    this.log.confirmedOrders.add(verified.order._id);
    const ordered = await this.post<CallResponse<'POST /orders'>>('order', `${api}/orders`, { payment, ...claims });
    if (ordered?.order._id === verified.order._id) this.log.addTime('whole', performance.now() - startedAt);
    else if (ordered) this.log.addFailure('order', 'ANOTHER_ORDER');
  }

  private async post<T>(step: Step, url: string, body: unknown): Promise<T | undefined> {
    const startedAt = performance.now();
    try {
      const response = await send('POST', url, { body, token: this.token });
      if (response.status < 300) {
        this.log.addTime(step, performance.now() - startedAt);
        return response.body as T;
      }
      this.log.addFailure(step, (response.body as { code?: string } | undefined)?.code ?? `${response.status}`);
    } catch (error) {
      this.log.addFailure(step, error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }
}
