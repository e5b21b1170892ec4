import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import type { RazorpayOptions } from '../checkout/razorpay.js';

export const testPayment: PaymentResponse = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'signed',
};

/** Installs a payment window that the test itself pays in, fails in or closes. */
export function installFakeRazorpay() {
  const opened: { options: RazorpayOptions; fail: (description: string) => void }[] = [];
  window.Razorpay = class {
    private readonly listeners: ((event: { error: { description: string } }) => void)[] = [];
    constructor(private readonly options: RazorpayOptions) {}
    on(_event: 'payment.failed', listener: (event: { error: { description: string } }) => void) {
      this.listeners.push(listener);
    }
    open() {
      opened.push({
        options: this.options,
        fail: (description) => this.listeners.forEach((listener) => listener({ error: { description } })),
      });
    }
  };
  return opened;
}
