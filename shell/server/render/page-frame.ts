import { brand } from '@rangavalli/contracts/brand';
import type { Registry } from '../../src/pages/pages.js';
import { firstStyles } from './first-styles.js';
import type { PageHead } from './page-module.js';
import type { Rendering } from './render-pass.js';
import { ownDescriptions } from './own-descriptions.js';

const REGISTRY_SCRIPT = /(<script type="application\/json" id="registry">)[^<]*(<\/script>)/;
const MAIN_SCRIPT = /<script defer src="(\/main[\w.-]*\.js)"><\/script>/;
const STYLE_SHEET = /<link href="(\/[\w.-]+\.css)" rel="stylesheet"\s*\/?>/;
const FONT_PRELOAD = /<link [^>]*rel="preload" type="font\/woff2"[^>]*>/;
/** React puts them at the beginning of its HTML. */
const PICTURE_PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const DEFAULT_PICTURE = '/media/rangavalli/image/upload/f_jpg,q_auto,w_1200/rangavalli/home/hero-1-desktop';
const MAX_DESCRIPTION_LENGTH = 155;

interface ServedHead extends Omit<PageHead, 'structuredData'> {
  canonicalUrl: string;
  structuredData?: object | undefined;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => escapes[char] ?? char);

/** It cannot close its script element. */
const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const metaTag = (kind: 'name' | 'property', name: string, content: string | undefined) =>
  content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}">` : '';

/** Returns the definition's head, overridden by what the rendered page describes. */
export function servedHead(
  path: string,
  origin: string,
  definition: Pick<PageHead, 'title' | 'description' | 'hidden'>,
  rendered: Partial<PageHead> = {},
): ServedHead {
  const { image } = rendered;
  return {
    title: rendered.title || definition.title,
    description: (rendered.description ?? definition.description ?? ownDescriptions[path])
      ?.replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_DESCRIPTION_LENGTH),
    hidden: definition.hidden || rendered.hidden,
    canonicalUrl: origin + (path === '/' ? path : path.replace(/\/+$/, '')),
    image: image
      ? new URL(image.replace('/image/upload/', '/image/upload/f_jpg,q_auto,w_1200/'), origin).href
      : origin + DEFAULT_PICTURE,
    type: rendered.type ?? 'website',
    structuredData: rendered.structuredData?.(origin),
  };
}

function headTags({ title, description, hidden, canonicalUrl, image, type, structuredData }: ServedHead) {
  return [
    `<title>${escapeHtml(title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}">`,
    metaTag('name', 'description', description),
    metaTag('name', 'robots', hidden ? 'noindex' : undefined),
    metaTag('property', 'og:site_name', brand.name),
    metaTag('property', 'og:locale', 'en_IN'),
    metaTag('property', 'og:title', title || brand.name),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', canonicalUrl),
    metaTag('property', 'og:type', type),
    metaTag('property', 'og:image', image),
    metaTag('name', 'twitter:card', 'summary_large_image'),
    structuredData ? `<script type="application/ld+json">${jsonText(structuredData)}</script>` : '',
  ].join('');
}

export interface BuiltFiles {
  readStyles: (path: string) => string;
  /** Undefined where they were not built. */
  start: string | undefined;
  federation: string | undefined;
  fonts: string | undefined;
}

/** The files of a page's remote, of a fragment in it, or of the shell's home page. */
export interface PartFiles {
  slice: string;
  css: string;
  /** Of a remote. */
  entry?: string;
  scripts: readonly string[];
  styles: readonly string[];
}

export class PageFrame {
  constructor(
    private readonly html: string,
    private readonly files: BuiltFiles,
  ) {}

  /** Returns the page for a browser that renders it, and prefetches the remote's entry. */
  empty(registry: Registry, head: ServedHead, remote?: { slice: string; entry: string }) {
    // As in `src/start.ts`, not a preload.
    const prefetch = (script: string) =>
      `<link rel="prefetch" as="script" href="${script}" data-remote="${remote?.slice}">`;
    const { federation } = this.files;
    const hints = remote ? [remote.entry, ...(federation ? [federation] : [])].map(prefetch).join('') : '';
    return this.withHead(registry, head).replace('</head>', () => `${hints}</head>`);
  }

  /** `src/start.ts` loads what this page does not contain. */
  filled(registry: Registry, head: ServedHead, { html, results, parts }: Rendering, shown: readonly PartFiles[]) {
    const { start, fonts, federation, readStyles } = this.files;
    const preloads = PICTURE_PRELOADS.exec(html)?.[0] ?? '';
    const sheet = STYLE_SHEET.exec(this.html)?.[1] ?? '';
    const inlineStyles = (slice: string, css: string) =>
      `<style data-slice="${slice}">${firstStyles(css, html)}</style>`;
    const withoutScript = [...(fonts ? [fonts] : []), sheet, ...shown.flatMap(({ styles }) => styles)]
      .map((href) => `<link rel="stylesheet" href="${href}">`)
      .join('');
    const styles = [
      inlineStyles('shell', readStyles(sheet)),
      ...shown.map(({ slice, css }) => inlineStyles(slice, css)),
      `<noscript>${withoutScript}</noscript>`,
    ].join('');
    const runtime = federation && shown.some(({ slice }) => slice !== 'shell') ? [federation] : [];
    const filesOf = (parts: readonly PartFiles[]) => parts.flatMap(({ scripts, styles }) => [...scripts, ...styles]);
    const prefetches = [
      ...runtime,
      ...shown.flatMap(({ entry }) => (entry ? [entry] : [])),
      ...filesOf(shown.filter(({ entry }) => !entry)),
    ].join(' ');
    // Browsers check the hashes of a remote's chunks, and reuse only what was requested in the same way.
    const chunks = filesOf(shown.filter(({ entry }) => entry)).join(' ');
    const pageData = `<script type="application/json" id="page-data">${jsonText({ parts, results })}</script>`;
    return this.withHead(registry, head)
      .replace('<title>', () => `${preloads}<title>`)
      .replace('<html', '<html data-waits')
      .replace(FONT_PRELOAD, '')
      .replace(STYLE_SHEET, () => styles)
      .replace(MAIN_SCRIPT, (script, main: string) =>
        start
          ? `<script defer src="${start}" data-main="${main}" data-styles="${sheet}" ` +
            `data-prefetch="${prefetches}" data-chunks="${chunks}"></script>`
          : script,
      )
      .replace('<div id="root"></div>', () => {
        return `<div id="root" data-rendered>${html.slice(preloads.length)}</div>${pageData}`;
      });
  }

  private withHead(registry: Registry, head: ServedHead) {
    return this.html
      .replace(REGISTRY_SCRIPT, (_match, open: string, close: string) => `${open}${jsonText(registry)}${close}`)
      .replace(/<title>[^<]*<\/title>/, () => headTags(head));
  }
}
