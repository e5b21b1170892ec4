import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
import regular from '@fontsource/mukta/files/mukta-latin-400-normal.woff2';
import bold from '@fontsource/mukta/files/mukta-latin-600-normal.woff2';
import rupee from '@fontsource/mukta/files/mukta-latin-ext-600-normal.woff2';

/**
 * Fetches and decodes a font without using it; resolves also when it could not be loaded. Fonts that a style sheet
 * names are decoded in the layout that needs them, all in one long task.
 */
const load = (href: string): Promise<unknown> =>
  new FontFace('decoded only', `url("${href}")`).load().catch(() => undefined);

/**
 * Applies the fonts of nearly all pages together: each on its own would lay out the whole page again. Fallback fonts
 * have the same metrics (`fonts-before.css`), so nothing moves. Never rejects.
 */
export async function loadFonts(): Promise<void> {
  await Promise.all([fraunces, regular, bold, rupee].map(load));
  await import(/* webpackChunkName: "fonts" */ './fonts.css').catch(() => undefined);
}
