import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { headOfPath } from '../src/page-heads.js';
import { remoteOfPath } from '../src/remote-paths.js';
import { headTags, type ServedHead } from './head.js';
import type { Registry } from './registry.js';
import type { PageHead } from './render/page-module.js';
import type { Rendering } from './render/page-under-way.js';
import { firstStyles } from './render/first-styles.js';

const REGISTRY_PLACE = /(<script type="application\/json" id="registry">)[^<]*(<\/script>)/;
const SCRIPT = /<script defer src="(\/main[\w.-]*\.js)"><\/script>/;
const STYLE_SHEET = /<link href="(\/[\w.-]+\.css)" rel="stylesheet"\s*\/?>/;
/** The headings' font, which a rendered page asks for after its largest picture. */
const FONT = /<link [^>]*rel="preload" type="font\/woff2"[^>]*>/;
/** React puts what a page's pictures ask for ahead at the front of its HTML. */
const AHEAD = /^(?:<link rel="preload"[^>]*>)+/;
/** The picture of pages that have none of their own, and how wide it is asked for, pixels. */
const SHOP_PICTURE = '/media/rangavalli/image/upload/f_jpg,q_auto,w_1200/rangavalli/home/hero-1-desktop';

/** JSON as it may stand in an element of a page: nothing in it can end that element. */
const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A description as search engines show it, one line of some 155 letters. */
const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 155);

/** What the page at `path` tells those who run no script: what it says of itself, else what its path says. */
export function servedHead(path: string, origin: string, own: Partial<PageHead> = {}): ServedHead {
  const known = headOfPath(path);
  const image = own.image
    ? new URL(own.image.replace('/image/upload/', '/image/upload/f_jpg,q_auto,w_1200/'), origin).href
    : origin + SHOP_PICTURE;
  return {
    title: own.title || known.title,
    description: own.description ? short(own.description) : known.description,
    hidden: known.hidden || own.hidden,
    address: origin + (path === '/' ? path : path.replace(/\/+$/, '')),
    image,
    type: own.type ?? 'website',
  };
}

/** What the built page's folder has beside it. */
export interface BuiltFiles {
  /** Text of a style sheet, by its path. */
  styleOf: (path: string) => string;
  /** Paths of `start` and of the federation runtime, where they were built. */
  start: string | undefined;
  federation: string | undefined;
  /** The fonts' style sheet, for pages without a script. */
  fonts: string | undefined;
}

/** What beside the shell's first files a rendered page is made of: its remote, or the shell's own file of it. Paths, and `css` as text. */
export interface PartFiles {
  slice: string;
  css: string;
  scripts: readonly string[];
  styles: readonly string[];
}

/** The built page, into which each answer is written. */
export class PageFrame {
  constructor(
    private readonly html: string,
    private readonly files: BuiltFiles,
  ) {}

  /** For a browser that draws the page itself: with the registry written in, so that no request for it stands before the first remote. */
  empty(registry: Registry, path: string, head: ServedHead): string {
    const remote: RemoteName | undefined = remoteOfPath(path);
    const entry = remote && registry.remotes[remote]?.entry;
    // A failed preload would poison the first retry; a prefetch does not.
    const hints =
      remote && entry
        ? [entry, this.files.federation].flatMap((script) => (script ? [prefetch(script, remote)] : [])).join('')
        : '';
    return this.withHead(registry, head).replace('</head>', () => `${hints}</head>`);
  }

  /** With what the server has rendered, its data, and the styles that it needs first; `src/start.ts` asks for the rest. */
  filled(
    registry: Registry,
    head: ServedHead,
    { html, results, parts }: Rendering,
    part: PartFiles | undefined,
  ): string {
    const { start, fonts, styleOf } = this.files;
    const ahead = AHEAD.exec(html)?.[0] ?? '';
    const sheet = STYLE_SHEET.exec(this.html)?.[1] ?? '';
    const firstOf = (slice: string, css: string): string =>
      `<style data-slice="${slice}">${firstStyles(css, html)}</style>`;
    const without = [...(fonts ? [fonts] : []), sheet, ...(part?.styles ?? [])]
      .map((href) => `<link rel="stylesheet" href="${href}">`)
      .join('');
    const styles = `${firstOf('shell', styleOf(sheet))}${part ? firstOf(part.slice, part.css) : ''}<noscript>${without}</noscript>`;
    const later = [...(part?.scripts ?? []), ...(part?.styles ?? [])].join(' ');
    return this.withHead(registry, head)
      .replace('<title>', () => `${ahead}<title>`)
      .replace('<html', '<html data-waits')
      .replace(FONT, '')
      .replace(STYLE_SHEET, () => styles)
      .replace(SCRIPT, (script, main: string) =>
        start
          ? `<script defer src="${start}" data-main="${main}" data-styles="${sheet}" data-ahead="${later}"></script>`
          : script,
      )
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root" data-rendered>${html.slice(ahead.length)}</div><script type="application/json" id="page-data">${jsonText({ parts, results })}</script>`,
      );
  }

  private withHead(registry: Registry, head: ServedHead): string {
    return this.html
      .replace(REGISTRY_PLACE, (_match, open: string, close: string) => `${open}${jsonText(registry)}${close}`)
      .replace(/<title>[^<]*<\/title>/, () => headTags(head));
  }
}

const prefetch = (script: string, remote: RemoteName): string =>
  `<link rel="prefetch" as="script" href="${script}" data-remote="${remotes[remote].slice}">`;
