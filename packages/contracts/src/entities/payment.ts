import { z } from 'zod';

/** `amount` in paise, as Razorpay Checkout takes it. */
export const paymentOrder = z
  .object({ id: z.string(), amount: z.int(), currency: z.literal('INR') })
  .meta({ id: 'PaymentOrder' });
export type PaymentOrder = z.infer<typeof paymentOrder>;

const razorpayId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{1,40}$`), `not a Razorpay ${prefix} id`);

export const paymentResponse = z
  .object({
    razorpay_order_id: razorpayId('order'),
    razorpay_payment_id: razorpayId('pay'),
    razorpay_signature: z.string().min(1).max(200),
  })
  .meta({ id: 'PaymentResponse' });
export type PaymentResponse = z.infer<typeof paymentResponse>;
