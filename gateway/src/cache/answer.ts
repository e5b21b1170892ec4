import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Shorter ones are not worth it. */
const SHORTEST_COMPRESSED = 512;
/** As good as the default and a tenth of its time. For what is sent many times. */
const KEPT_QUALITY = 5;
/** For what is sent once: a third larger and an eighth of the time, so that it is not worth a thread. */
const QUICK_QUALITY = 1;
/** Few answers are longer; a larger window takes more time to lay out than it saves, bits. */
const WINDOW_BITS = 16;

const brotliOptions = (quality: number, { length }: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** Headers that belong to one request or to one form of the body. */
const PASSING = new Set([
  'x-request-id',
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'set-cookie',
  'etag',
  'vary',
]);

export type Encoding = 'br' | 'gzip' | 'identity';
export interface Form {
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[];
  body: Buffer;
}

/** A good answer with its headers written down once, in every form in which it has gone out. */
export class Answer {
  readonly etag: string;
  /** When it was fetched, ms since 1970. */
  readonly at = Date.now();
  /** Headers of a 304, and of every form. */
  readonly unchanged: string[];
  private readonly forms: Partial<Record<Encoding, Form | Promise<Form>>>;

  /** @param headers of the long way's answer */
  constructor(
    headers: Readonly<Record<string, number | string | string[] | undefined>>,
    private readonly body: Buffer,
  ) {
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`;
    const vary = [headers['vary'], 'accept-encoding'].flat().filter(Boolean).join(', ');
    const told = Object.entries(headers).filter(([name]) => !PASSING.has(name) && !name.startsWith('x-ratelimit-'));
    this.unchanged = [
      ...told.flatMap(([name, value]) =>
        [value]
          .flat()
          .filter((one) => one !== undefined)
          .flatMap((one) => [name, String(one)]),
      ),
      'etag',
      this.etag,
      'vary',
      vary,
    ];
    this.forms = { identity: this.form(body, 'identity') };
  }

  /** Bytes in memory: the body, its two smaller forms, and the headers. */
  get size(): number {
    return this.body.length * 2 + 1_024;
  }

  /** In this form, to be kept: made when it is asked for first, once. */
  in(encoding: Encoding): Form | Promise<Form> {
    return (this.forms[encoding] ??= this.make(encoding).then((form) => (this.forms[encoding] = form)));
  }

  /** In this form for one who won't wait, quickly made and not kept. */
  quickly(encoding: Encoding): Form {
    const { body } = this;
    if (encoding === 'identity') return this.form(body, encoding);
    return this.form(
      encoding === 'br'
        ? brotliCompressSync(body, brotliOptions(QUICK_QUALITY, body))
        : gzipSync(body, { level: QUICK_QUALITY }),
      encoding,
    );
  }

  /** The form that a client takes, the smallest first (RFC 9110 §12.5.3; a weight of 0 refuses). */
  encodingFor(accepted: string | undefined): Encoding {
    if (accepted === undefined || this.body.length < SHORTEST_COMPRESSED) return 'identity';
    let best = known.get(accepted);
    if (!best) {
      best = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity';
      if (known.size < KNOWN_AT_MOST) known.set(accepted, best);
    }
    return best;
  }

  /** Whether a client's `if-none-match` names this answer. */
  isIn(ifNoneMatch: string | undefined): boolean {
    return (
      ifNoneMatch !== undefined &&
      (ifNoneMatch === this.etag ||
        ifNoneMatch === '*' ||
        ifNoneMatch.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === this.etag.slice(2)))
    );
  }

  private async make(encoding: Encoding): Promise<Form> {
    return this.form(
      encoding === 'br' ? await brotli(this.body, brotliOptions(KEPT_QUALITY, this.body)) : await zip(this.body),
      encoding,
    );
  }

  private form(body: Buffer, encoding: Encoding): Form {
    return {
      headers: [
        ...this.unchanged,
        'content-length',
        String(body.length),
        ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ],
      body,
    };
  }
}

/** What browsers say they take is one of few texts. */
const known = new Map<string, Encoding>();
const KNOWN_AT_MOST = 200;

const takes = (accepted: string, encoding: string): boolean => {
  const at = accepted.indexOf(encoding);
  return at >= 0 && !/^\s*;\s*q=0(?:\.0*)?(?:,|$)/.test(accepted.slice(at + encoding.length));
};
