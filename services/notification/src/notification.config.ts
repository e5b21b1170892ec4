import { serviceConfig } from '@rangavalli/service-kit/config';
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
});

export type NotificationConfig = z.infer<typeof notificationConfig>;
