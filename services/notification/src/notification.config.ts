import { BOOKS_RETENTION_DAYS, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

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
