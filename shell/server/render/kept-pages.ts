import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Of 11: a page is compressed once and read many times, but somebody waits for the first. */
const QUALITY = 5;
/** Memory for pages, bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A page that can be answered as it is. */
export interface KeptPage {
  status: number;
  /** As it is, and in the forms that a browser may take. */
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
  /** Versions of the data in it, by their paths at the API. */
  tags: Map<string, string>;
}

/** Makes a page ready to be sent, as often as anybody wants it. */
export async function pageOf(html: string, status: number, tags: Map<string, string>): Promise<KeptPage> {
  const bytes = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, small] = await Promise.all([brotli(bytes, { params }), gzipped(bytes)]);
  return {
    status,
    html: bytes,
    br,
    gzip: small,
    etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`,
    tags,
  };
}

/** Pages that were rendered, those that were asked for last; never more than 64 MB of them. */
export class KeptPages {
  private readonly pages = new Map<string, KeptPage>();
  private bytes = 0;

  get(key: string): KeptPage | undefined {
    const page = this.pages.get(key);
    if (page) {
      this.pages.delete(key);
      this.pages.set(key, page);
    }
    return page;
  }

  keep(key: string, page: KeptPage): void {
    this.forget(key);
    this.pages.set(key, page);
    this.bytes += sizeOf(key, page);
    for (const [oldest] of this.pages) {
      if (this.bytes <= MOST_BYTES) break;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    const page = this.pages.get(key);
    if (!page) return;
    this.pages.delete(key);
    this.bytes -= sizeOf(key, page);
  }
}

const sizeOf = (key: string, { html, br, gzip: small }: KeptPage): number =>
  2 * key.length + html.length + br.length + small.length + 1_024;
