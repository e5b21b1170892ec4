import { serviceConfig } from '@rangavalli/service-kit/config';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { z } from 'zod';
import { PaymentModule } from './payment.module.js';

const ms = (fallback: number) => z.coerce.number().int().min(50).default(fallback);

/** What the payment service reads from its environment. */
export const paymentConfig = serviceConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** Where Razorpay's API is, when it is not Razorpay's own: the stand-in's address. */
  RAZORPAY_API_URL: z.url().optional(),
  /** How long Razorpay is waited for, ms. */
  RAZORPAY_TIMEOUT_MS: ms(5_000),
  /** How often payments that nobody told us about are looked for, ms. */
  RECONCILE_MS: ms(10_000),
  /** Razorpay is asked about a payment that is open for this long, ms; later ever more seldom. */
  RECONCILE_AFTER_MS: ms(20_000),
  /** How often refunds that did not go through are tried again, ms. */
  REFUND_SWEEP_MS: ms(2_000),
  /** How often captured payments are compared with the order service's orders, for the desk, ms. */
  DESK_SWEEP_MS: ms(30_000),
  /** Captured money has this long to become an order before people are called, ms. */
  DESK_GRACE_MS: ms(60_000),
});

export type PaymentConfig = z.infer<typeof paymentConfig>;

/** The payment service: the only one that talks to Razorpay. */
export const paymentService: ServiceDefinition<typeof paymentConfig> = {
  name: 'payment',
  config: paymentConfig,
  module: PaymentModule,
};
