import { z } from 'zod';
import {
  exportedMessage,
  exportedPreferences,
  exportedPushBrowser,
  exportedStockAlert,
} from '../entities/account-data.js';
import { complaintNumber } from '../entities/complaint.js';
import { role, staffRole } from '../entities/user.js';
import { email, instant, objectId, orderNumber, paise } from '../primitives.js';

/** Missing until the address is verified: an email to a stranger carries no text of users. */
const recipient = { name: z.string().optional() };
const validLink = { link: z.url(), validMinutes: z.int().min(1) };
const occurrence = { at: instant, device: z.string().optional() };
const emailOf = <const Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) =>
  z.object({
    messageId: z.string().min(1).max(120),
    to: email,
    template: z.literal(template),
    data: z.object({ ...recipient, ...data }),
  });

const emailRequest = z.discriminatedUnion('template', [
  emailOf('password-reset', validLink),
  emailOf('login-code', { code: z.string(), validMinutes: z.int().min(1) }),
  emailOf('email-verification', validLink),
  /** To the old address; the link undoes the change. */
  emailOf('email-changed', { ...validLink, ...occurrence }),
  emailOf('new-device', occurrence),
  emailOf('password-changed', occurrence),
  emailOf('second-factor-changed', { ...occurrence, change: z.enum(['added', 'removed', 'recovery_codes_replaced']) }),
  emailOf('staff-invitation', { ...validLink, role: staffRole }),
  emailOf('role-changed', { at: instant, role }),
  emailOf('deletion-scheduled', { deletesAt: instant, link: z.url() }),
  emailOf('account-deleted', {}),
  /** Confirms an order that is paid on delivery. `phone`: gets the code by SMS too. `userId`: of the customer. */
  emailOf('order-code', {
    userId: objectId.optional(),
    phone: z.string().optional(),
    code: z.string(),
    validMinutes: z.int().min(1),
    orderNumber,
    totalPaise: paise,
    feePaise: paise,
  }),
  /** Without texts: the address was not verified. `path`: of the status page, relative to the shop's address. */
  emailOf('complaint', {
    number: complaintNumber,
    change: z.enum(['received', 'replied', 'resolved']),
    path: z.string(),
  }),
]);
export type EmailTemplate = z.infer<typeof emailRequest>['template'];

/** Requests to notification. */
export const notificationCommands = {
  /**
   * Idempotent by message id. `data` is not stored. Errors: UNAVAILABLE when it was not sent. `pending` is deprecated:
   * another attempt is in progress.
   */
  'rpc.notification.email.send': {
    request: emailRequest,
    /** `isInSms`: the code of an order was sent to its phone number too. */
    reply: z.object({ outcome: z.enum(['sent', 'pending']), isInSms: z.boolean().optional() }),
  },
  /**
   * `isEmailConfirmed: false` leaves out what belongs to the address alone. Pages of messages, newest first; the other
   * parts are on the first page.
   */
  'rpc.notification.customer.export': {
    request: z.object({
      userId: objectId,
      email,
      isEmailConfirmed: z.boolean().optional(),
      cursor: z.string().optional(),
    }),
    reply: z.object({
      stockAlerts: z.array(exportedStockAlert).max(500),
      preferences: exportedPreferences.optional(),
      pushBrowsers: z.array(exportedPushBrowser).optional(),
      messages: z.array(exportedMessage).optional(),
      nextCursor: z.string().optional(),
    }),
  },
} as const;
