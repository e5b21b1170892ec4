// No zod: runs in browsers.

/**
 * Selects the content security policy of a page, which names only the third parties that the zone needs: the translator
 * on `public` pages, Razorpay in `checkout`, the image host's upload in `admin`. All show pictures of the image host
 * but `access`: passwords, codes and links of emails are entered there.
 */
export const pageZones = ['public', 'access', 'account', 'checkout', 'admin'] as const;
export type PageZone = (typeof pageZones)[number];

/** The shell's server names a page's zone to the gateway, which removes the header. */
export const PAGE_ZONE_HEADER = 'x-page-zone';

export const zoneOf = (page: { zone?: PageZone | undefined } | undefined): PageZone => page?.zone ?? 'public';
