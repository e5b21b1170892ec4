import { z } from 'zod';

const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional();

/** The fields of Razorpay's entities that are read, from the API and from webhooks. Amounts in paise. */
export const razorpayOrder = z.object({
  id: z.string(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.string(),
  notes,
});
export type RazorpayOrder = z.infer<typeof razorpayOrder>;

export const razorpayPayment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: z.string().nullish(),
  amount_refunded: z.coerce.number().int().nullish(),
  error_description: z.string().nullish(),
});
export type RazorpayPayment = z.infer<typeof razorpayPayment>;

export const razorpayLink = z.object({
  id: z.string(),
  amount: z.coerce.number().int(),
  reference_id: z.string(),
  short_url: z.url({ protocol: /^https?$/ }),
  /** Absent until the customer has opened the link. */
  order_id: z.string().nullish(),
  status: z.string(),
});
export type RazorpayLink = z.infer<typeof razorpayLink>;

export const razorpayRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.coerce.number().int(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.string().nullish(),
  receipt: z.string().nullish(),
  /** Once the bank has processed it. */
  acquirer_data: z.object({ arn: z.string().nullish() }).nullish().catch(undefined),
  notes,
});
export type RazorpayRefund = z.infer<typeof razorpayRefund>;
