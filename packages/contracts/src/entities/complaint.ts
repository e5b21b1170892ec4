import { z } from 'zod';
import {
  email,
  instant,
  line,
  normalisedPhone,
  orderReference,
  pageQuery,
  paragraph,
  personName,
} from '../primitives.js';

/** `waiting`: for the shop's reply. */
export const complaintState = z.enum(['waiting', 'replied', 'resolved']);
export type ComplaintState = z.infer<typeof complaintState>;

/** `RVC-26-0000421`: year in IST, sequence and check digit, as order numbers have them. */
export const complaintNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^RVC-\d{2}-\d{7,12}$/, 'Enter the number of the complaint, such as RVC-26-0000421.');

const text = paragraph(4_000).pipe(z.string().min(10, 'Please describe the problem in at least 10 characters.'));

/** `requestId` makes a repeated request harmless. */
export const newComplaint = z.object({
  requestId: z.uuid(),
  name: personName,
  email,
  phone: normalisedPhone.optional(),
  orderNumber: orderReference.optional(),
  subject: line(120),
  text,
});

/** What the customer and the shop have written to each other. */
const complaintMessage = z.object({
  at: instant,
  from: z.enum(['customer', 'shop']),
  text: z.string(),
});

/** What the customer sees. */
export const complaint = z
  .object({
    number: complaintNumber,
    state: complaintState,
    subject: z.string(),
    orderNumber: z.string().optional(),
    receivedAt: instant,
    /** E-Commerce Rules 2020: the shop replies within 48 hours and resolves within a month. */
    replyBy: instant,
    resolveBy: instant,
    resolvedAt: instant.optional(),
    messages: z.array(complaintMessage),
  })
  .meta({ id: 'Complaint' });
export type Complaint = z.infer<typeof complaint>;

/** What staff see. */
export const complaintEntry = complaint
  .extend({
    name: z.string(),
    email: z.string(),
    phone: z.string().optional(),
    /** The reply or the resolution is late. */
    isOverdue: z.boolean(),
  })
  .meta({ id: 'ComplaintEntry' });
export type ComplaintEntry = z.infer<typeof complaintEntry>;

export const complaintsQuery = pageQuery.extend({ state: complaintState.optional() });

export const complaintReply = z.object({
  requestId: z.uuid(),
  text: paragraph(4_000).pipe(z.string().min(1)),
});
