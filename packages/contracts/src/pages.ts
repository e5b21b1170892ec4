import { z } from 'zod';
import type { CallKey, CallRequest, CallResponse } from './calls.js';
import { pageZones } from './page-zone.js';

const PATTERN = /^\/(?:(?:[\w.-]+|:[A-Za-z]\w*)(?:\/(?:[\w.-]+|:[A-Za-z]\w*))*(?:\/\*)?)?$/;
const hasParameters = (path: string): boolean => path.includes(':') || path.endsWith('*');

const parameterName = z.string().regex(/^[A-Za-z][\w-]{0,39}$/, 'must be the name of a query parameter');

export const pageDefinition = z
  .object({
    /** `/product/:id`: one segment; `/user/*`: `/user` and everything below. */
    path: z.string().max(200).regex(PATTERN, 'must be a path such as /product/:id or /user/*'),
    /** Without the shop's name. */
    title: z.string().max(120),
    description: z.string().max(300).optional(),
    hidden: z.boolean().optional(),
    /** Rendered by the server: the same HTML for all visitors. */
    prerender: z.boolean().optional(),
    menu: z.object({ label: z.string().min(1).max(40), order: z.number() }).optional(),
    sitemap: z.boolean().optional(),
    layout: z.literal('panel').optional(),
    /** Query parameters that change what the server renders; all others are ignored. */
    query: z.array(parameterName).max(40).optional(),
    zone: z.enum(pageZones).optional(),
  })
  .refine((page) => !hasParameters(page.path) || !(page.menu || page.sitemap), {
    path: ['path'],
    message: 'a page in the menu or the sitemap needs a path without parameters',
  })
  .refine((page) => !(page.hidden && page.sitemap), {
    path: ['sitemap'],
    message: 'a hidden page has no sitemap entry',
  });
export type PageDefinition = z.infer<typeof pageDefinition>;

export const pageDefinitions = z
  .array(pageDefinition)
  .max(200)
  .refine((pages) => new Set(pages.map(({ path }) => path)).size === pages.length, 'each path once');

export interface SitemapEntry {
  path: string;
  lastModified?: string | undefined;
}

export type PublicRead = <K extends CallKey>(key: K, request: CallRequest<K>) => Promise<CallResponse<K>>;

/** Lists a remote's pages with parameters. `page` begins with 1; `limit` is at most 100; `total` counts all entries. */
export type SitemapEntries = (
  read: PublicRead,
  range: { page: number; limit: number },
) => Promise<{ total: number; entries: SitemapEntry[] }>;
