import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { deliveryUrl } from './images.js';
import { serverPage } from './server-page.js';

/** What a page says about itself to browsers, search engines and those who share its address. */
export interface PageHead {
  /** Without the shop's name, which is put behind it; empty for the home page. */
  title: string;
  /** A sentence or two; search engines show some 155 letters. */
  description?: string | undefined;
  /** A picture's address at the image host, shown where the page is shared. */
  image?: string | undefined;
  /** `product` for a product's page. */
  type?: 'website' | 'product' | undefined;
  /** Kept out of search engines: a visitor's own pages, and those that are not there. */
  hidden?: boolean | undefined;
  /** There is no such page: the server answers so, and search engines forget it. */
  missing?: boolean | undefined;
}

/** Width of the picture that is shown where a page is shared, pixels. */
const SHARED_IMAGE_WIDTH = 1200;

/** The title as it stands in the browser's tab: `Cart · Rangavalli`. */
export const fullTitle = (title: string): string =>
  title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`;

/** A description of at most 155 letters, cut between words. */
export function shortDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 155 ? line : `${line.slice(0, 154).replace(/\s+\S*$/, '')}…`;
}

/** The address of a picture as others need it: whole, and in a width that suits a preview. */
export const sharedImage = (image: string, origin: string): string =>
  new URL(deliveryUrl(image, SHARED_IMAGE_WIDTH), origin).href;

function setTag(selector: string, tag: string, attributes: Record<string, string>, value: string | undefined): void {
  const found = document.head.querySelector(selector);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text);
  element.setAttribute(tag === 'link' ? 'href' : 'content', value);
}

const setMeta = (name: string, value: string | undefined): void =>
  setTag(`meta[name="${name}"]`, 'meta', { name }, value);
const setProperty = (property: string, value: string | undefined): void =>
  setTag(`meta[property="${property}"]`, 'meta', { property }, value);

/** The shop's own origin: what the server wrote as canonical, else where the page is. */
function canonicalOrigin(): string {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return known ? new URL(known).origin : window.location.origin;
}

/** Writes the whole head of a page that begins at `path`; what it does not say is taken away. */
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
 * Says more about the page that is shown, over what the shell knows of its path:
 * `usePageHead({ title: product.name, description: product.description, image: product.images[0]?.url, type: 'product' })`.
 * What is left out stays as it is. Call it on every draw, with data that are still loading too.
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
