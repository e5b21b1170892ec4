import type { CallKey } from '@rangavalli/contracts/calls';
import type { PublicRead } from '@rangavalli/contracts/pages';
import { fillPath } from '@rangavalli/contracts/path';
import { SHELL_KEY_HEADER } from '@rangavalli/contracts/shell-key';
import { Pool } from 'undici';

export interface ApiResponse {
  status: number;
  /** Without one, a page with this response is not cached. */
  etag: string | undefined;
  body: string;
}

export interface ApiOptions {
  url: string;
  /** SHELL_API_KEY of the gateway. */
  key?: string | undefined;
}

const MAX_CONNECTIONS = 8;
const READ_TIMEOUT_MS = 5_000;

export class ApiClient {
  private readonly pool: Pool;
  private readonly basePath: string;

  private readonly identity: Record<string, string>;

  constructor({ url, key }: ApiOptions) {
    this.identity = key === undefined ? {} : { [SHELL_KEY_HEADER]: key };
    const { origin, pathname } = new URL(url);
    this.basePath = pathname.replace(/\/$/, '');
    this.pool = new Pool(origin, { connections: MAX_CONNECTIONS, pipelining: 1 });
  }

  async get(path: string, signal: AbortSignal, etag?: string): Promise<ApiResponse> {
    const { statusCode, headers, body } = await this.pool.request({
      method: 'GET',
      path: this.basePath + path,
      headers: { accept: 'application/json', ...this.identity, ...(etag ? { 'if-none-match': etag } : {}) },
      signal,
    });
    return { status: statusCode, etag: [headers['etag']].flat()[0], body: await body.text() };
  }

  /** @throws Error for any status but 200 */
  readonly read: PublicRead = async (key, request) => {
    const { params, query } = request as { params?: Record<string, string>; query?: Record<string, unknown> };
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const path = fillPath((key satisfies CallKey).slice('GET '.length), params);
    const url = search.size > 0 ? `${path}?${search.toString()}` : path;
    const { status, body } = await this.get(url, AbortSignal.timeout(READ_TIMEOUT_MS));
    if (status !== 200) throw new Error(`${url} responded with ${status}`);
    return JSON.parse(body);
  };

  close() {
    return this.pool.close();
  }
}
