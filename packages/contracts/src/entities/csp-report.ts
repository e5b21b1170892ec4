import { z } from 'zod';

const text = z.string().max(4000);

/** `report-uri` (application/csp-report). Unknown fields are dropped. */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': text.optional(),
    'violated-directive': text.optional(),
    'effective-directive': text.optional(),
    'blocked-uri': text.optional(),
    'source-file': text.optional(),
    'line-number': z.number().optional(),
    disposition: text.optional(),
  }),
});

/** `report-to` (application/reports+json). */
const report = z.object({
  type: text,
  url: text.optional(),
  body: z
    .object({
      documentURL: text.nullish(),
      effectiveDirective: text.nullish(),
      blockedURL: text.nullish(),
      sourceFile: text.nullish(),
      lineNumber: z.number().nullish(),
      disposition: text.nullish(),
    })
    .nullish(),
});

export const cspReports = z.union([z.array(report).max(20), legacyReport]);
export type CspReports = z.infer<typeof cspReports>;
