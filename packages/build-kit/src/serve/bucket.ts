import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

export interface StoredObject {
  body: Buffer;
  tag: string;
}

/** `new`: no object exists yet. */
export type Condition = 'new' | { tag: string };

const BUCKET = /^s3:\/\/([a-z0-9.-]+)(?:\/(.*))?$/;
const RETRIES = 3;
const DEADLINE_MS = 30_000;

export const isBucket = (place: string): boolean => place.startsWith('s3://');

const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    decodeURIComponent(text.replaceAll('+', ' ')),
  );

/** `s3://<bucket>/<prefix>`, configured by the AWS variables (AWS_ACCESS_KEY_ID, AWS_REGION, …). */
export class Bucket {
  private readonly client: AwsClient;
  private readonly root: string;
  private readonly prefix: string;

  constructor(place: string, env: NodeJS.ProcessEnv = process.env) {
    const [, name, prefix = ''] = BUCKET.exec(place) ?? [];
    if (!name) throw new Error(`${place} is not a bucket address, s3://<name>/<prefix>.`);
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

  /** Returns undefined when there is none or its tag is `unless`. */
  async get(key: string, unless?: string): Promise<StoredObject | undefined> {
    const response = await this.send('GET', this.urlOf(key), { headers: unless ? { 'if-none-match': unless } : {} });
    if (response.status === 404 || response.status === 304) return undefined;
    return {
      body: Buffer.from(await this.expectOk(response, key).arrayBuffer()),
      tag: response.headers.get('etag') ?? '',
    };
  }

  /** Returns the tag; undefined when the condition does not hold. */
  async put(key: string, body: Buffer | string, condition?: Condition): Promise<string | undefined> {
    const headers: Record<string, string> =
      condition === 'new' ? { 'if-none-match': '*' } : condition ? { 'if-match': condition.tag } : {};
    const response = await this.send('PUT', this.urlOf(key), { headers, body: Buffer.from(body) });
    // 404: deleted; 409: concurrent write.
    if (condition && [404, 409, 412].includes(response.status)) return undefined;
    return this.expectOk(response, key).headers.get('etag') ?? '';
  }

  async delete(key: string): Promise<void> {
    const response = await this.send('DELETE', this.urlOf(key));
    if (response.status !== 404) this.expectOk(response, key);
  }

  async folders(folder: string): Promise<string[]> {
    const found = await this.list(folder, 'Prefix', { delimiter: '/' });
    return found
      .filter((prefix) => prefix.endsWith('/') && prefix !== folder)
      .map((prefix) => prefix.slice(folder.length, -1));
  }

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
      const response = this.expectOk(await this.send('GET', `${this.root}?${query}`), folder);
      const xml = await response.text();
      found.push(...textsOf(xml, element));
      token = textsOf(xml, 'IsTruncated')[0] === 'true' ? /<NextContinuationToken>([^<]*)</.exec(xml)?.[1] : undefined;
    }
    return found.map((name) => name.slice(this.prefix.length)).filter(Boolean);
  }

  private urlOf(key: string): string {
    return `${this.root}/${(this.prefix + key).split('/').map(encodeURIComponent).join('/')}`;
  }

  private send(
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

  private expectOk(response: Response, what: string): Response {
    if (!response.ok)
      throw new Error(`The bucket responded with ${response.status} to ${what || 'a list'} at ${this.root}.`);
    return response;
  }
}
