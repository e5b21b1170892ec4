import { BOOKS_RETENTION_DAYS, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
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
  /** Interval at which products are looked up whose sale begins or ends: lists may show the earlier price so long. */
  SALE_SWEEP_MS: milliseconds(1_000),
  /** Interval at which removed pictures are destroyed at the image host. */
  REMOVED_IMAGES_SWEEP_MS: milliseconds(60_000),
  /**
   * Longest time between two comparisons of the search index with the whole database, which find what change
   * notifications missed. Besides, it is compared after each interruption of NATS.
   */
  SEARCH_RECONCILE_MS: milliseconds(3_600_000),
  /** Interval at which the search index reads the units sold of the last 90 days. */
  SEARCH_SALES_REFRESH_MS: milliseconds(3_600_000),
  /** Counts of searched texts are deleted after this time. */
  SEARCH_LOG_RETENTION_DAYS: retentionDays(90, { minimum: 1 }),
  /** Memory for products as JSON, about 1,300 bytes each; those beyond it are read from the database. */
  PRODUCT_DOCUMENT_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(24 * 1024 * 1024),
  STOCK_ARCHIVE_EVERY_MS: milliseconds(10_000),
  /** Age at which an ended stock entry is moved: every write of a product costs more with each entry in it. */
  STOCK_ARCHIVE_AFTER_MS: milliseconds(15_000),
  /** Ended holds without a sale are deleted after this time; no repeated command refers to them for longer. */
  RELEASED_STOCK_RETENTION_DAYS: retentionDays(90, { minimum: 30 }),
  /**
   * Stock entries of sales are deleted after this time: as long as their orders are kept, because without its entry a
   * cancelled order does not return its units.
   */
  SOLD_STOCK_RETENTION_DAYS: retentionDays(BOOKS_RETENTION_DAYS, { minimum: 365 }),
});

export type CatalogConfig = z.infer<typeof catalogConfig>;
