import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { serverPage, type PageHead } from '../data/server-page.js';
import { deliveryUrl } from '../format/images.js';

const SHARED_IMAGE_WIDTH_PX = 1200;
const MAX_DESCRIPTION_LENGTH = 155;

const fullTitle = (title: string): string => (title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`);

/** Cuts between words. */
export function shortDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

const sharedImage = (image: string, origin: string): string =>
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

/** The server writes it into the canonical link. */
function canonicalOrigin(): string {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return canonical ? new URL(canonical).origin : window.location.origin;
}

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
 * Overrides the page definition's head; omitted fields stay unchanged. Call it on every render, also while data is
 * loading.
 */
export function usePageHead({
  title,
  description,
  image,
  type,
  missing,
  hidden = missing,
  structuredData,
}: PageHead): void {
  serverPage()?.describe({ title, description, image, type, hidden, missing, structuredData });
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
