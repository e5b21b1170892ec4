import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { serverPage, type PageHead } from '../data/server-page.js';
import { deliveryUrl } from '../format/images.js';

const SHARED_IMAGE_WIDTH_PX = 1200;
/** Search engines show about this many characters. */
const MAX_DESCRIPTION_LENGTH = 155;

/** Returns the title for the browser's tab: `Cart · Rangavalli`. */
export const fullTitle = (title: string): string =>
  title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`;

/** Cuts a description between words. */
export function shortDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

/** Returns a picture's absolute address in the width of link previews. */
export const sharedImage = (image: string, origin: string): string =>
  new URL(deliveryUrl(image, SHARED_IMAGE_WIDTH_PX), origin).href;

function setTag(selector: string, tag: string, attributes: Record<string, string>, value: string | undefined): void {
  const existing = document.head.querySelector(selector);
  if (value === undefined) {
    existing?.remove();
    return;
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag));
  for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text);
  element.setAttribute(tag === 'link' ? 'href' : 'content', value);
}

const setMeta = (name: string, value: string | undefined): void =>
  setTag(`meta[name="${name}"]`, 'meta', { name }, value);
const setProperty = (property: string, value: string | undefined): void =>
  setTag(`meta[property="${property}"]`, 'meta', { property }, value);

/** Returns the origin that the server wrote into the canonical link, else the page's own. */
function canonicalOrigin(): string {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return canonical ? new URL(canonical).origin : window.location.origin;
}

/** Writes the whole head of the page at `path` and removes the tags that it does not need. */
export function applyHead(
  path: string,
  { title, description, image, type = 'website', hidden = false }: PageHead,
): void {
  const origin = canonicalOrigin();
  const address = new URL(path, origin).href;
  document.title = fullTitle(title);
  setTag('link[rel="canonical"]', 'link', { rel: 'canonical' }, address);
  setMeta('description', description && shortDescription(description));
  setMeta('robots', hidden ? 'noindex' : undefined);
  setProperty('og:title', title || brand.name);
  setProperty('og:description', description && shortDescription(description));
  setProperty('og:url', address);
  setProperty('og:type', type);
  setProperty('og:image', image && sharedImage(image, origin));
}

/**
 * Overrides the page definition's head with what the screen has loaded:
 * `usePageHead({ title: product.name, image: product.images[0]?.url, type: 'product' })`.
 * Omitted fields stay unchanged. Call it on every render, also while data is loading.
 */
export function usePageHead({ title, description, image, type, missing, hidden = missing }: PageHead): void {
  serverPage()?.describe({ title, description, image, type, hidden, missing });
  useEffect(() => {
    document.title = fullTitle(title);
    setProperty('og:title', title || brand.name);
    if (description) {
      setMeta('description', shortDescription(description));
      setProperty('og:description', shortDescription(description));
    }
    if (image) setProperty('og:image', sharedImage(image, canonicalOrigin()));
    if (type) setProperty('og:type', type);
    if (hidden !== undefined) setMeta('robots', hidden ? 'noindex' : undefined);
  }, [title, description, image, type, hidden]);
}
