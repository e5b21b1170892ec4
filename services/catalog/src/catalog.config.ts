import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

const ms = (usual: number) => z.coerce.number().int().min(10).default(usual);

/** What the catalog reads from its environment besides the usual. */
export const catalogConfig = serviceConfig.extend({
  /** The image host's delivery base: `<MEDIA_URL>/<cloud>/image/upload/v<version>/<public_id>.<ext>` is a picture. */
  MEDIA_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** As Cloudinary's SDK knows it; `?upload_prefix=` points it at the stand-in. */
  CLOUDINARY_URL: z
    .string()
    .regex(/^cloudinary:\/\/[^:@/]+:[^:@/]+@[^/?@]+/, 'must be cloudinary://<key>:<secret>@<cloud>'),
  /** Where a browser uploads pictures, if that is not where CLOUDINARY_URL points (inside a container network). */
  CLOUDINARY_UPLOAD_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How often expired holds are looked for, ms. */
  HOLD_SWEEP_MS: ms(2_000),
  /** Memory for products ready written, bytes: about 1.5 kB each; 0 reads them from the database each time. */
  WRITTEN_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(160 * 1024 * 1024),
  /** How often the search compares all it knows with the database, besides hearing of each change, ms. */
  SEARCH_COMPARE_MS: ms(300_000),
  /** How often ended stock entries are moved out of their product, ms. */
  STOCK_ARCHIVE_EVERY_MS: ms(10_000),
  /** An ended stock entry stays in its product for this long, ms: each write of a product in a sale carries all that are there. */
  STOCK_ARCHIVE_AFTER_MS: ms(15_000),
});

export type CatalogConfig = z.infer<typeof catalogConfig>;
