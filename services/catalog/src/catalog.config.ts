import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

const milliseconds = (defaultMs: number) => z.coerce.number().int().min(10).default(defaultMs);

export const catalogConfig = serviceConfig.extend({
  /** Pictures are at `<MEDIA_URL>/<cloud>/image/upload/v<version>/<public_id>.<ext>`. */
  MEDIA_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** As in Cloudinary's SDK; `?upload_prefix=` points it at the stand-in. */
  CLOUDINARY_URL: z
    .string()
    .regex(/^cloudinary:\/\/[^:@/]+:[^:@/]+@[^/?@]+/, 'must be cloudinary://<key>:<secret>@<cloud>'),
  /** Where browsers upload pictures, if not where CLOUDINARY_URL points (inside a container network). */
  CLOUDINARY_UPLOAD_URL: z.url({ protocol: /^https?$/ }).optional(),
  HOLD_SWEEP_MS: milliseconds(2_000),
  /** Interval at which removed pictures are destroyed again that the image host still has. */
  REMOVED_IMAGES_SWEEP_MS: milliseconds(60_000),
  /** Interval at which the search index is compared with the database, besides change notifications. */
  SEARCH_RECONCILE_MS: milliseconds(300_000),
  STOCK_ARCHIVE_EVERY_MS: milliseconds(10_000),
  /** Age at which an ended stock entry is moved: every write of a product costs more with each entry in it. */
  STOCK_ARCHIVE_AFTER_MS: milliseconds(15_000),
});

export type CatalogConfig = z.infer<typeof catalogConfig>;
