import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the process behind the gateway. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A stand-in for a service or a page host: it keeps what it is asked and answers what the test says. */
export class FakeUpstream {
  readonly seen: Seen[] = [];
  answer: (seen: Seen, response: ServerResponse) => void = (seen, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, path: seen.path }));
  };
  /** Those who want to know when it begins to stop. */
  readonly watchers: ServerResponse[] = [];
  private server: Server | undefined;
  private port = 0;

  /** Listens, at the same port as before when there was one. */
  async start(port = this.port): Promise<this> {
    const server = createServer((request, response) => {
      if (request.url === '/health/stopping') return void this.watchers.push(response);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks),
        };
        this.seen.push(seen);
        this.answer(seen, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Says that it is about to stop; it goes on answering. */
  sayGoodbye(): void {
    for (const watcher of this.watchers.splice(0))
      watcher.writeHead(200, { 'content-type': 'application/json' }).end('{"service":"order","stopping":true}');
  }

  /** Ends at once, with every connection. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get last(): Seen {
    const seen = this.seen.at(-1);
    if (!seen) throw new Error('nothing was asked');
    return seen;
  }
}
