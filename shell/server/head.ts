import { brand } from '@rangavalli/contracts/brand';
import type { PathHead } from '../src/page-heads.js';

/** What is written into the page's HTML for those who run no script: search engines, and previews of a shared address. */
export interface ServedHead extends PathHead {
  /** Whole address of the page's one place. */
  address: string;
  /** Whole address of a picture. */
  image?: string | undefined;
  type?: 'website' | 'product';
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it may stand in HTML and in attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const meta = (kind: 'name' | 'property', name: string, content: string | undefined): string =>
  content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}">` : '';

/** The tags of one page's head. */
export function headTags({ title, description, hidden, address, image, type = 'website' }: ServedHead): string {
  return [
    `<title>${escapeHtml(title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    meta('name', 'description', description),
    meta('name', 'robots', hidden ? 'noindex' : undefined),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:locale', 'en_IN'),
    meta('property', 'og:title', title || brand.name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:type', type),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
  ].join('');
}
