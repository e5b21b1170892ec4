import { z } from 'zod';
import {
  notificationCategories,
  notificationChannels,
  notificationKindNames,
  notificationLanguages,
  notificationStates,
} from '../notification-kinds.js';
import { email, instant, line, normalisedPhone, objectId, orderNumber, pageQuery } from '../primitives.js';

const notificationKind = z.enum(notificationKindNames);
const notificationChannel = z.enum(notificationChannels);
const notificationCategory = z.enum(notificationCategories);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 21:00.');

/** Hours in IST without marketing and messages that can wait; `from` after `to` spans midnight. */
const quietHours = z.object({ isOn: z.boolean(), from: clock, to: clock });

export const notificationPreferences = z
  .object({
    kinds: z.array(
      z.object({
        kind: notificationKind,
        category: notificationCategory,
        /** Others are always sent. */
        isMutable: z.boolean(),
        /** In the order in which they are tried; one message goes by the first that succeeds. */
        channels: z.array(
          z.object({
            channel: notificationChannel,
            isOn: z.boolean(),
            /** The shop has set the channel up, and it knows where to send to. */
            isAvailable: z.boolean(),
          }),
        ),
      }),
    ),
    phone: z.object({ number: z.string().optional(), isVerified: z.boolean() }),
    /** `at` and `source`: of the last decision. */
    whatsApp: z.object({ isOptedIn: z.boolean(), at: instant.optional(), source: z.string().optional() }),
    quietHours,
    /** By the consent to marketing, which is given and withdrawn by `PUT /users/consents`. */
    hasMarketingConsent: z.boolean(),
    pushSubscriptions: z.int().min(0),
  })
  .meta({ id: 'NotificationPreferences' });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** What is missing stays as it is. */
export const preferenceChange = z.object({
  kinds: z
    .array(z.object({ kind: notificationKind, channel: notificationChannel, isOn: z.boolean() }))
    .max(notificationKindNames.length * notificationChannels.length)
    .optional(),
  whatsApp: z.object({ isOptedIn: z.boolean(), source: z.enum(['account', 'checkout', 'order']) }).optional(),
  quietHours: quietHours.optional(),
});

export const phoneVerification = z.object({ phone: normalisedPhone });
export const phoneCode = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Please enter the six digits.'),
});

/** One step of a message: which channel was tried or skipped, and the outcome. */
const notificationStep = z.object({
  channel: notificationChannel,
  outcome: z.enum(['skipped', 'sent', 'delivered', 'read', 'failed', 'unknown']),
  at: instant,
  reason: z.string().optional(),
  providerId: z.string().optional(),
});

/** One message in the delivery log; without its text. */
export const notificationEntry = z
  .object({
    id: z.string(),
    kind: notificationKind,
    to: z.string(),
    state: z.enum(notificationStates),
    /** Of the last attempt. */
    channel: notificationChannel.optional(),
    attempts: z.int().min(0),
    orderId: objectId.optional(),
    orderNumber: orderNumber.optional(),
    eventId: z.string().optional(),
    createdAt: instant,
    /** When it is tried next. */
    dueAt: instant.optional(),
    sentAt: instant.optional(),
    error: z.string().optional(),
    steps: z.array(notificationStep),
  })
  .meta({ id: 'NotificationEntry' });
export type NotificationEntry = z.infer<typeof notificationEntry>;

export const notificationQuery = pageQuery.extend({
  /** Beginning of an email address, a phone number, or the number of an order. */
  q: z.string().trim().max(120).optional(),
  kind: notificationKind.optional(),
  channel: notificationChannel.optional(),
  state: z.enum(notificationStates).optional(),
});

/** A kind with the channels that it has a text for. */
export const notificationTemplate = z.object({
  kind: notificationKind,
  category: notificationCategory,
  channels: z.array(
    z.object({
      channel: notificationChannel,
      /** The shop has set the channel up for this kind. */
      isSetUp: z.boolean(),
      /** The provider's id of the template: DLT for SMS, the name for WhatsApp. */
      templateId: z.string().optional(),
    }),
  ),
});

export const previewRequest = z.object({
  kind: notificationKind,
  channel: notificationChannel,
  language: z.enum(notificationLanguages).default('en'),
});

/** With sample data. `html` of emails only; `variables` in the order of the provider's template. */
export const notificationPreview = z
  .object({
    kind: notificationKind,
    channel: notificationChannel,
    /** In which it is sent: `en` where the requested one is not translated. */
    language: z.enum(notificationLanguages),
    subject: z.string().optional(),
    text: z.string(),
    html: z.string().optional(),
    templateId: z.string().optional(),
    variables: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    /** Where a push notification leads. */
    link: z.string().optional(),
  })
  .meta({ id: 'NotificationPreview' });
export type NotificationPreview = z.infer<typeof notificationPreview>;

/** `to`: an email address or an Indian mobile number, by the channel; `push` goes to the caller's own devices. */
export const testRequest = z.discriminatedUnion('channel', [
  z.object({ kind: notificationKind, channel: z.literal('email'), to: email }),
  z.object({ kind: notificationKind, channel: z.enum(['sms', 'whatsapp']), to: normalisedPhone }),
  z.object({ kind: notificationKind, channel: z.literal('push'), to: z.literal('own').default('own') }),
]);

/** As browsers give it: `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.object({ p256dh: line(200), auth: line(60) }),
});
