import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Shorter ones are not worth it. */
const SHORTEST_COMPRESSED = 512;
/** As good as the default and a tenth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Headers that belong to one request or to one form of the body. */
const PASSING = new Set(['x-request-id', 'connection', 'keep-alive', 'date', 'content-length', 'content-encoding', 'transfer-encoding', 'set-cookie', 'etag', 'vary']);

/** A good answer in every form in which it can go out, its headers written down once. */
export interface Answer {
  etag: string;
  /** When it was kept, ms since 1970. */
  at: number;
  /** All bodies together, bytes. */
  size: number;
  /** For a 304. */
  unchanged: string[];
  forms: Readonly<Record<'br' | 'gzip', Form | undefined> & { identity: Form }>;
}
export type Encoding = 'br' | 'gzip' | 'identity';
export interface Form {
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[];
  body: Buffer;
}

/** Makes an answer of what the long way gave: its headers, and its body compressed once. */
export async function answerOf(headers: Readonly<Record<string, number | string | string[] | undefined>>, body: Buffer): Promise<Answer> {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const vary = [headers['vary'], 'accept-encoding'].flat().filter(Boolean).join(', ');
  const common = [...Object.entries(headers).filter(([name]) => !PASSING.has(name)).flatMap(([name, value]) => [value].flat().filter((one) => one !== undefined).flatMap((one) => [name, String(one)])), 'etag', etag, 'vary', vary];
  const form = (bytes: Buffer, encoding?: Encoding): Form => ({
    headers: [...common, 'content-length', String(bytes.length), ...(encoding ? ['content-encoding', encoding] : [])],
    body: bytes,
  });
  const [br, gz] = body.length < SHORTEST_COMPRESSED ? [] : await Promise.all([brotli(body, BROTLI), zip(body)]);
  return {
    etag, at: Date.now(), size: body.length + (br?.length ?? 0) + (gz?.length ?? 0) + 1_024,
    unchanged: common,
    forms: { br: br && form(br, 'br'), gzip: gz && form(gz, 'gzip'), identity: form(body) },
  };
}

/** The form that a client takes, the smallest first (RFC 9110 §12.5.3; a weight of 0 refuses). */
export function formFor({ forms }: Answer, accepted: string | undefined): Form {
  const { br, gzip: gz, identity } = forms;
  if (accepted === undefined) return identity;
  let taken = known.get(accepted);
  if (!taken) {
    taken = { br: takes(accepted, 'br'), gzip: takes(accepted, 'gzip') };
    if (known.size < KNOWN_AT_MOST) known.set(accepted, taken);
  }
  return (taken.br && br) || (taken.gzip && gz) || identity;
}

/** What browsers say they take is one of few texts. */
const known = new Map<string, { br: boolean; gzip: boolean }>();
const KNOWN_AT_MOST = 200;

const takes = (accepted: string, encoding: string): boolean => {
  const at = accepted.indexOf(encoding);
  return at >= 0 && !/^\s*;\s*q=0(?:\.0*)?(?:,|$)/.test(accepted.slice(at + encoding.length));
};

/** Whether a client's `if-none-match` names this answer. */
export const isUnchanged = (answer: Answer, ifNoneMatch: string | undefined): boolean => ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === answer.etag.slice(2)));
