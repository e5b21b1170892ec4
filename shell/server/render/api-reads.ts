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

  /** Whether an answer is still the one of that tag. */
  async isUnchanged(path: string, tag: string, signal: AbortSignal): Promise<boolean> {
    return (await this.read(path, signal, tag)).status === 304;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
