import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** An object, and the tag of just these bytes. */
export interface StoredObject {
  body: Buffer;
  tag: string;
}

/** What must hold for a put: there is none yet, or there still is the one with this tag. */
export type Condition = 'new' | { tag: string };

const BUCKET = /^s3:\/\/([a-z0-9.-]+)(?:\/(.*))?$/;
const RETRIES = 3;
const DEADLINE_MS = 30_000;

/** Whether a release store is a bucket rather than a folder. */
export const isBucket = (place: string): boolean => place.startsWith('s3://');

const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    decodeURIComponent(text.replaceAll('+', ' ')),
  );

/**
 * A place in an S3-compatible bucket, `s3://<bucket>/<prefix>`. Settings are those of the AWS tools: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION (us-east-1), AWS_ENDPOINT_URL (AWS's own).
 * The bucket has to know conditional writes (`If-None-Match: *`, `If-Match`).
 */
export class Bucket {
  private readonly client: AwsClient;
  private readonly root: string;
  private readonly prefix: string;

  /** @throws Error that names the setting which is missing or wrong */
  constructor(place: string, env: NodeJS.ProcessEnv = process.env) {
    const [, name, prefix = ''] = BUCKET.exec(place) ?? [];
    if (!name) throw new Error(`${place} is no bucket: s3://<name>/<prefix>`);
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = env;
    if (!accessKeyId || !secretAccessKey)
      throw new Error(`${place} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
    const region = env['AWS_REGION'] || 'us-east-1';
    this.client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken ? { sessionToken } : {}),
      service: 's3',
      region,
      retries: RETRIES,
    });
    this.root = `${(env['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${name}`;
    this.prefix = prefix && `${prefix.replace(/\/+$/, '')}/`;
  }

  /** An object; undefined when there is none, or when it still has the tag `unless`. */
  async get(key: string, unless?: string): Promise<StoredObject | undefined> {
    const answer = await this.ask('GET', this.addressOf(key), { headers: unless ? { 'if-none-match': unless } : {} });
    if (answer.status === 404 || answer.status === 304) return undefined;
    return { body: Buffer.from(await this.good(answer, key).arrayBuffer()), tag: answer.headers.get('etag') ?? '' };
  }

  /** @returns the new object's tag; undefined when the condition does not hold, and nothing was written then */
  async put(key: string, body: Buffer | string, condition?: Condition): Promise<string | undefined> {
    const headers: Record<string, string> =
      condition === 'new' ? { 'if-none-match': '*' } : condition ? { 'if-match': condition.tag } : {};
    const answer = await this.ask('PUT', this.addressOf(key), { headers, body: Buffer.from(body) });
    // 404: it was taken away, 409: another one writes it just now.
    if (condition && [404, 409, 412].includes(answer.status)) return undefined;
    return this.good(answer, key).headers.get('etag') ?? '';
  }

  async delete(key: string): Promise<void> {
    const answer = await this.ask('DELETE', this.addressOf(key));
    if (answer.status !== 404) this.good(answer, key);
  }

  /** Names of the folders right below `folder` (which ends with `/` or is empty). */
  async folders(folder: string): Promise<string[]> {
    const found = await this.list(folder, 'Prefix', { delimiter: '/' });
    return found
      .filter((prefix) => prefix.endsWith('/') && prefix !== folder)
      .map((prefix) => prefix.slice(folder.length, -1));
  }

  /** Keys of all objects below `folder`. */
  keys(folder: string): Promise<string[]> {
    return this.list(folder, 'Key');
  }

  private async list(
    folder: string,
    element: 'Key' | 'Prefix',
    options: Record<string, string> = {},
  ): Promise<string[]> {
    const found: string[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: this.prefix + folder,
        ...options,
        ...(token ? { 'continuation-token': token } : {}),
      });
      const answer = this.good(await this.ask('GET', `${this.root}?${query}`), folder);
      const xml = await answer.text();
      found.push(...textsOf(xml, element));
      token = textsOf(xml, 'IsTruncated')[0] === 'true' ? /<NextContinuationToken>([^<]*)</.exec(xml)?.[1] : undefined;
    }
    return found.map((name) => name.slice(this.prefix.length)).filter(Boolean);
  }

  private addressOf(key: string): string {
    return `${this.root}/${(this.prefix + key).split('/').map(encodeURIComponent).join('/')}`;
  }

  private ask(
    method: string,
    address: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
  ): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    return this.client.fetch(address, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      ...(body ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  }

  private good(answer: Response, what: string): Response {
    if (!answer.ok) throw new Error(`The bucket answers ${answer.status} to ${what || 'a list'} at ${this.root}.`);
    return answer;
  }
}
