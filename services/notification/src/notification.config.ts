import { BOOKS_RETENTION_DAYS, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { notificationKindNames } from '@rangavalli/contracts/notification-kinds';
import { z } from 'zod';

/** JSON, e.g. `{"delivered": "65f0…"}`. */
const templates = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be a JSON object of kinds and templates');
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(notificationKindNames), z.string().min(1)));

export const notificationConfig = serviceConfig.extend({
  /** Mail server, `smtp://user:password@host:port`. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  /** Folder for `.eml` files, used when there is no SMTP_URL. */
  MAIL_DIR: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  PUBLIC_URL: z.url().optional(),
  /** SMS by MSG91; without it, no SMS is sent. */
  MSG91_AUTH_KEY: z.string().min(1).optional(),
  MSG91_API_URL: z.url().default('https://control.msg91.com'),
  /** Ids of the flows with the registered texts (DLT), by kind. A kind without one is not sent by SMS. */
  SMS_TEMPLATES: templates,
  /** WhatsApp Cloud API; without token and phone id, nothing is sent by it. */
  WHATSAPP_ACCESS_TOKEN: z.string().min(1).optional(),
  WHATSAPP_PHONE_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
  WHATSAPP_API_URL: z.url().default('https://graph.facebook.com/v23.0'),
  WHATSAPP_LANGUAGE: z.string().default('en'),
  /** Names of the approved templates, by kind. */
  WHATSAPP_TEMPLATES: templates,
  /** Signs the webhooks of WhatsApp. */
  WHATSAPP_APP_SECRET: z.string().min(1).optional(),
  /** Accepted too while a rotation runs. */
  WHATSAPP_APP_SECRET_PREVIOUS: z.string().min(1).optional(),
  /** Chosen by the shop when the webhook is set up. */
  WHATSAPP_VERIFY_TOKEN: z.string().min(1).optional(),
  /** Web push (RFC 8292), from `npx web-push generate-vapid-keys`. */
  VAPID_PUBLIC_KEY: z.string().min(1).optional(),
  VAPID_PRIVATE_KEY: z.string().min(1).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto|https):/, 'must begin with mailto: or https:')
    .optional(),
  /** Push services besides those of the browsers, comma-separated hosts with ports: the stand-in. */
  PUSH_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** Pause between two looks for messages that are due, ms. */
  NOTIFICATION_POLL_MS: z.coerce.number().int().min(50).default(5_000),
  /** Pause between two looks for orders whose promised date has passed, ms. */
  DELAY_SWEEP_MS: z.coerce.number().int().min(50).default(900_000),
  /** An order that is neither delivered nor cancelled is watched no longer. */
  DELAY_WATCH_RETENTION_DAYS: retentionDays(90, { minimum: 30 }),
  /** Days from delivery to the request for a review. */
  REVIEW_REQUEST_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  /** Subscriptions that no browser has renewed are deleted after this time. */
  PUSH_RETENTION_DAYS: retentionDays(365, { minimum: 30 }),
  /**
   * Rows of the email log are deleted after this time. Longer than events are stored (14 days): the log keeps a
   * repeated event from sending an email twice.
   */
  EMAIL_LOG_RETENTION_DAYS: retentionDays(90, { minimum: 30 }),
  /** Stock alerts that were never sent are deleted after this time: a product that is away so long does not return. */
  STOCK_ALERT_RETENTION_DAYS: retentionDays(180, { minimum: 7 }),
  /**
   * Audit entries are deleted after this time. They explain changes of money and rights, so by default as long as books
   * of account are kept; never sooner than the year for which the DPDP Rules 2025 require logs.
   */
  AUDIT_RETENTION_DAYS: retentionDays(BOOKS_RETENTION_DAYS, { minimum: 365 }),
  /** Pause between two deletions of old audit entries, ms. */
  AUDIT_TRIM_MS: z.coerce.number().int().min(50).default(3_600_000),
});

export type NotificationConfig = z.infer<typeof notificationConfig>;
