import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEY_ID = 'AKIATEST';
const SECRET = 'a secret of the test';
const REGION = 'ap-south-1';
/** Small enough that every list has several pages. */
const PAGE = 3;

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A fake S3 bucket that rejects requests without a valid AWS signature version 4. */
export class BucketServer {
  readonly objects = new Map<string, Buffer>();
  readonly seen: string[] = [];
  away = false;
  private server: Server | undefined;

  env: NodeJS.ProcessEnv = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: REGION };

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.handle(request, Buffer.concat(chunks), response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
    this.env['AWS_ENDPOINT_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://bucket');
    if (this.away) return void response.writeHead(503).end();
    if (!isSigned(request, url, body)) return void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    if (url.pathname === '/shop') return void response.writeHead(200).end(this.list(url.searchParams));
    const key = decodeURIComponent(url.pathname.replace('/shop/', ''));
    const [status, tag, content] = this.object(request, key, body);
    this.seen.push(`${request.method} ${key} ${status}`);
    response.writeHead(status, tag ? { etag: tag } : {}).end(content);
  }

  private object(
    { method, headers }: IncomingMessage,
    key: string,
    body: Buffer,
  ): [status: number, tag?: string, content?: Buffer] {
    const now = this.objects.get(key);
    const tag = now && `"${sha256(now)}"`;
    if (method === 'GET') {
      if (!now) return [404];
      return headers['if-none-match'] === tag ? [304, tag] : [200, tag, now];
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return [204];
    }
    if (headers['if-none-match'] === '*' && now) return [412];
    if (headers['if-match'] && headers['if-match'] !== tag) return [now ? 412 : 404];
    this.objects.set(key, body);
    return [200, `"${sha256(body)}"`];
  }

  private list(query: URLSearchParams): string {
    const [prefix, delimiter, after] = [
      query.get('prefix') ?? '',
      query.get('delimiter'),
      query.get('continuation-token') ?? '',
    ];
    const names = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end < 0 ? key : key.slice(0, end + 1);
      });
    const rest = [...new Set(names)].toSorted().filter((name) => name > after);
    const page = rest.slice(0, PAGE);
    const element = (name: string): string =>
      delimiter && name.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${encoded(name)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encoded(name)}</Key></Contents>`;
    const more = rest.length > PAGE;
    return `<?xml version="1.0"?><ListBucketResult><Name>shop</Name><Prefix>${encoded(prefix)}</Prefix><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${page.map(element).join('')}</ListBucketResult>`;
  }
}

function isSigned({ method = '', headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, scope, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const date = String(headers['x-amz-date']);
  if (scope !== `${date.slice(0, 8)}/${REGION}/s3/aws4_request` || headers['x-amz-content-sha256'] !== sha256(body))
    return false;
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-') || name.startsWith('if-'),
  );
  if (!mustBeSigned.every((name) => names.split(';').includes(name))) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  const canonical = [
    method,
    path,
    query,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = ['aws4_request', 's3', REGION, date.slice(0, 8)].reduceRight<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${SECRET}`,
  );
  return hmac(key, toSign).toString('hex') === signature;
}
