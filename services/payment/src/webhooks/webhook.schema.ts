import { z } from 'zod';
import { razorpayPayment, razorpayRefund } from '../razorpay/entities.js';

const entity = <T extends z.ZodType>(shape: T) => z.object({ entity: shape });

export const webhookEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.enum(['payment.captured', 'payment.authorized', 'payment.failed', 'order.paid']),
    payload: z.object({ payment: entity(razorpayPayment) }),
  }),
  z.object({
    event: z.enum(['refund.created', 'refund.processed', 'refund.failed']),
    payload: z.object({ refund: entity(razorpayRefund), payment: entity(razorpayPayment) }),
  }),
]);
export type WebhookEvent = z.infer<typeof webhookEvent>;

export const isHandledEvent = (name: unknown): boolean =>
  webhookEvent.options.some((option) => (option.shape.event.options as readonly unknown[]).includes(name));
