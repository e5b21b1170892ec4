import { z } from 'zod';
import { razorpayLink, razorpayPayment, razorpayRefund } from '../razorpay/entities.js';

const entity = <T extends z.ZodType>(shape: T) => z.object({ entity: shape });

export const webhookEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.enum(['payment.captured', 'payment.authorized', 'payment.failed', 'order.paid']),
    payload: z.object({ payment: entity(razorpayPayment) }),
  }),
  z.object({
    event: z.enum(['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed']),
    payload: z.object({ refund: entity(razorpayRefund), payment: entity(razorpayPayment) }),
  }),
  z.object({
    event: z.enum(['payment_link.paid', 'payment_link.expired', 'payment_link.cancelled']),
    payload: z.object({
      payment_link: entity(razorpayLink.pick({ id: true, reference_id: true })),
      payment: entity(razorpayPayment).optional(),
    }),
  }),
]);
export type WebhookEvent = z.infer<typeof webhookEvent>;

export const isHandledEvent = (name: unknown): boolean =>
  webhookEvent.options.some((option) => (option.shape.event.options as readonly unknown[]).includes(name));
