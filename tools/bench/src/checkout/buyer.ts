import type { CallAnswer } from '@rangavalli/contracts/calls';
import { type Answer, send } from './http.js';
import type { Ledger } from './ledger.js';

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

/** The steps of a checkout, in their order; `pay` is the customer's at Razorpay, all others are documented calls. */
export const steps = ['add to cart', 'create order', 'pay', 'verify', 'order'] as const;
export type Step = (typeof steps)[number];

/** Whether and how often Razorpay tells of a payment by itself. */
export type WebhookMode = 'once' | 'never';

export interface Addresses {
  api: string;
  razorpay: string;
}

/** A customer with a session, who buys over the documented calls and notes what they were told. */
export class Buyer {
  constructor(
    private readonly at: Addresses,
    private readonly token: string,
    private readonly ledger: Ledger,
    private readonly webhook: WebhookMode,
  ) {}

  /** One whole checkout of one piece. A step that is refused or fails ends it. */
  async buy(productId: string): Promise<void> {
    const begun = performance.now();
    const added = await this.step<CallAnswer<'POST /cart/add'>>('add to cart', `${this.at.api}/cart/add`, {
      productId,
      quantity: 1,
      size: '',
    });
    if (!added) return;
    const opened = await this.step<CallAnswer<'POST /payments/create-order'>>(
      'create order',
      `${this.at.api}/payments/create-order`,
      { amount: added.cart.total, billing },
    );
    if (!opened) return;
    const paid = await this.step<Record<string, string>>('pay', `${this.at.razorpay}/simulate/pay`, {
      order_id: opened.order.id,
      method: 'upi',
      outcome: 'captured',
      webhook: this.webhook,
    });
    if (!paid) return;
    const payment = {
      razorpay_order_id: paid['razorpay_order_id'],
      razorpay_payment_id: paid['razorpay_payment_id'],
      razorpay_signature: paid['razorpay_signature'],
    };
    this.ledger.paid(opened.order.id);
    const proven = await this.step<CallAnswer<'POST /payments/verify'>>('verify', `${this.at.api}/payments/verify`, {
      ...payment,
      billing,
      totalAmount: opened.totalAmount,
      cart: [],
    });
    if (!proven) return;
    this.ledger.confirmed(proven.order._id, productId);
    const ordered = await this.step<CallAnswer<'POST /orders'>>('order', `${this.at.api}/orders`, {
      payment,
      billing,
      totalAmount: opened.totalAmount,
      cart: [],
    });
    if (ordered?.order._id === proven.order._id) this.ledger.completed(performance.now() - begun);
    else if (ordered) this.ledger.failed('order', 'ANOTHER_ORDER');
  }

  private async step<T>(step: Step, url: string, body: unknown): Promise<T | undefined> {
    const begun = performance.now();
    let answer: Answer;
    try {
      answer = await send('POST', url, { body, token: this.token });
    } catch (error) {
      this.ledger.failed(step, error instanceof Error ? error.message : String(error));
      return undefined;
    }
    if (answer.status >= 300) {
      this.ledger.failed(step, String((answer.body as { code?: unknown } | undefined)?.code ?? answer.status));
      return undefined;
    }
    this.ledger.took(step, performance.now() - begun);
    return answer.body as T;
  }
}
