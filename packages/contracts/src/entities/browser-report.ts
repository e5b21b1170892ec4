import { z } from 'zod';
import { remoteSlices } from '../slices.js';

const frontendSlice = z.enum(['shell', ...remoteSlices]);
const release = z.string().max(100);

/** The page's path pattern: never an address, which may name an order. Empty for a page that the shop does not have. */
const place = { page: z.string().max(200), slice: frontendSlice, release };

const stackFrame = z.strictObject({
  slice: frontendSlice,
  file: z.string().regex(/^[\w.-]{1,120}\.js$/),
  line: z.int().min(0),
  column: z.int().min(0),
});

/** Without the message, which may quote what a visitor entered. */
const browserError = z.strictObject({
  ...place,
  name: z.string().regex(/^[A-Za-z]{1,60}$/),
  stack: z.array(stackFrame).min(1).max(10),
});

/** A Core Web Vital of a page load, rated by the thresholds of https://web.dev/articles/vitals */
const webVital = z.strictObject({
  ...place,
  metric: z.enum(['CLS', 'INP', 'LCP']),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});

/** Contains no personal data. Unknown fields are refused. */
export const browserReport = z.strictObject({
  vitals: z.array(webVital).max(6),
  errors: z.array(browserError).max(5),
  loadFailures: z.array(z.strictObject({ slice: z.enum(remoteSlices), release })).max(5),
});
export type BrowserReport = z.infer<typeof browserReport>;

/** Of `GET /health/pages`: the values that the gateway accepts as labels of metrics. */
export const shopPages = z.object({
  pages: z.array(z.object({ path: z.string(), slice: frontendSlice })),
  /** The live version of each slice and its canary. */
  releases: z.partialRecord(frontendSlice, z.array(z.string())),
});
export type ShopPages = z.infer<typeof shopPages>;
