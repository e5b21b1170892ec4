import type { CallKey } from '@rangavalli/contracts/calls';
import { Pool } from 'undici';

/** What the API answered to a read. `tag` names this version of the answer; answers without one are not to be kept. */
export interface ApiAnswer {
  status: number;
  tag: string | undefined;
  body: string;
}

/** So many reads are under way at once; the gateway answers most of them from its memory. */
const CONNECTIONS = 8;

/** Reads of the gateway's API over connections that stay open. */
export class ApiReads {
  private readonly pool: Pool;
  private readonly base: string;

  /** @param address the gateway's API, `http://…/api` */
  constructor(readonly address: string) {
    const { origin, pathname } = new URL(address);
    this.base = pathname.replace(/\/$/, '');
    this.pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  }

  /** @param path below the API, with its query: `/products/getAll?page=2` */
  async read(path: string, signal: AbortSignal, known?: string): Promise<ApiAnswer> {
    const { statusCode, headers, body } = await this.pool.request({
      method: 'GET',
      path: this.base + path,
      headers: { accept: 'application/json', ...(known ? { 'if-none-match': known } : {}) },
      signal,
    });
    return { status: statusCode, tag: [headers['etag']].flat()[0], body: await body.text() };
  }

  /** The answer to a call of the contracts, parsed; undefined for any status but 200 and 404, which is null. */
  async ask(
    key: CallKey & `GET ${string}`,
    { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, number> },
    deadlineMs: number,
  ): Promise<unknown> {
    const path = key
      .slice('GET '.length)
      .replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, body } = await this.read(
      `${path}${search.size > 0 ? '?' : ''}${search}`,
      AbortSignal.timeout(deadlineMs),
    );
    if (status === 404) return null;
    return status === 200 ? (JSON.parse(body) as unknown) : undefined;
  }

  /** Whether an answer is still the one of that tag. */
  async isUnchanged(path: string, tag: string, signal: AbortSignal): Promise<boolean> {
    return (await this.read(path, signal, tag)).status === 304;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
