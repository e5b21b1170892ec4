import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export class FakeUpstream {
  readonly seen: SeenRequest[] = [];
  respond: (request: SeenRequest, response: ServerResponse) => void = ({ path }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, path }));
  };
  readonly stopPolls: ServerResponse[] = [];
  connectionCount = 0;
  private server: Server | undefined;
  private port = 0;

  async start(port = this.port): Promise<this> {
    const server = createServer((request, response) => {
      if (request.url === '/health/stopping') return void this.stopPolls.push(response);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const seen = { method, path, headers, body: Buffer.concat(chunks) };
        this.seen.push(seen);
        this.respond(seen, response);
      });
    });
    server.on('connection', () => (this.connectionCount += 1));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  announceStop() {
    for (const poll of this.stopPolls.splice(0))
      poll.writeHead(200, { 'content-type': 'application/json' }).end('{"service":"order","stopping":true}');
  }

  async stop() {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get last(): SeenRequest {
    const seen = this.seen.at(-1);
    if (!seen) throw new Error('no request was received');
    return seen;
  }
}
