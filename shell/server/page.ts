import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { headOfPath } from '../src/page-heads.js';
import { remoteOfPath } from '../src/remote-paths.js';
import { headTags, type ServedHead } from './head.js';
import type { Registry } from './registry.js';
import type { PageHead } from './render/page-module.js';
import type { Rendering } from './render/page-under-way.js';
import type { RemotePart } from './render/remote-parts.js';

const REGISTRY_PLACE = /(<script type="application\/json" id="registry">)[^<]*(<\/script>)/;
const STYLE_SHEET = /<link href="(\/[\w.-]+\.css)" rel="stylesheet"\s*\/?>/;
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
  const image = own.image ? new URL(own.image.replace('/image/upload/', '/image/upload/f_jpg,q_auto,w_1200/'), origin).href : origin + SHOP_PICTURE;
  return {
    title: own.title || known.title,
    description: own.description ? short(own.description) : known.description,
    hidden: known.hidden || own.hidden,
    address: origin + (path === '/' ? path : path.replace(/\/+$/, '')),
    image,
    type: own.type ?? 'website',
  };
}

/** The built page, into which each answer is written. */
export class PageFrame {
  /** @param styleOf text of a style sheet of the shell, by its path */
  constructor(
    private readonly html: string,
    private readonly styleOf: (path: string) => string,
  ) {}

  /** For a browser that draws the page itself: with the registry written in, so that no request for it stands before the first remote. */
  empty(registry: Registry, path: string, head: ServedHead): string {
    const remote: RemoteName | undefined = remoteOfPath(path);
    const entry = remote && registry.remotes[remote]?.entry;
    // A failed preload would poison the first retry; a prefetch does not.
    const hint = remote && entry ? prefetch(entry, remote) : '';
    return this.withHead(registry, head).replace('</head>', () => `${hint}</head>`);
  }

  /** With what the server has rendered, its data and its styles. @param scripts what the page's remote loads first */
  filled(registry: Registry, path: string, head: ServedHead, { html, answers, pieces }: Rendering, part: RemotePart | undefined, scripts: readonly string[]): string {
    const remote = remoteOfPath(path);
    const hints = remote ? scripts.map((script) => prefetch(script, remote)).join('') : '';
    const ahead = AHEAD.exec(html)?.[0] ?? '';
    const styles = part ? `<style data-slice="${remote ? remotes[remote].slice : ''}">${part.styles}</style>` : '';
    return this.withHead(registry, head)
      .replace('<title>', () => `${ahead}<title>`)
      .replace(STYLE_SHEET, (_match, path: string) => `<style data-slice="shell">${this.styleOf(path)}</style>${styles}`)
      .replace('</head>', () => `${hints}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root" data-rendered>${html.slice(ahead.length)}</div><script type="application/json" id="page-data">${jsonText({ pieces, answers })}</script>`);
  }

  private withHead(registry: Registry, head: ServedHead): string {
    return this.html
      .replace(REGISTRY_PLACE, (_match, open: string, close: string) => `${open}${jsonText(registry)}${close}`)
      .replace(/<title>[^<]*<\/title>/, () => headTags(head));
  }
}

const prefetch = (script: string, remote: RemoteName): string => `<link rel="prefetch" as="script" href="${script}" data-remote="${remotes[remote].slice}">`;
