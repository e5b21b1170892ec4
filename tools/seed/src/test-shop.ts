import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Failure {
  path: string;
  status: number;
  retryAfter?: string;
  /** The request takes effect and only its response is lost. */
  isApplied?: boolean;
}

export class TestShop {
  readonly products: { name: string; images: { public_id: string; url: string }[] }[] = [];
  readonly uploads: { publicId: string; bytes: number }[] = [];
  readonly failures: Failure[] = [];
  readonly #server = createServer((request, response) => void this.#respond(request, response));

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    const index = this.failures.findIndex((failure) => path.endsWith(failure.path));
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    const result: [number, unknown] =
      failure && !failure.isApplied ? [failure.status, {}] : this.#handle(path, body, request.headers.authorization);
    response
      .writeHead(failure?.status ?? result[0], {
        'content-type': 'application/json',
        ...(failure?.retryAfter ? { 'retry-after': failure.retryAfter } : {}),
      })
      .end(JSON.stringify(failure ? { error: { message: 'busy' } } : result[1]));
  }

  #handle(path: string, body: Buffer, token: string | undefined): [number, unknown] {
    if (path.endsWith('/image/upload')) {
      const form = body.toString('latin1');
      const publicId = /name="public_id"\r\n\r\n([^\r]+)/.exec(form)?.[1] ?? '';
      if (!/name="signature"\r\n\r\n[0-9a-f]{40}/.test(form)) return [401, { error: { message: 'Invalid Signature' } }];
      this.uploads.push({ publicId, bytes: body.length });
      return [200, { public_id: publicId, secure_url: `http://127.0.0.1/demo/image/upload/v1/${publicId}.avif` }];
    }
    if (path === '/api/users/login') {
      const { password } = JSON.parse(body.toString()) as { password: string };
      return password === 'right' ? [200, { success: true, token: 'admin-token', user: {} }] : [401, {}];
    }
    if (path === '/api/products/getAll') return [200, { success: true, products: this.products }];
    if (path === '/api/products/create' && token === 'Bearer admin-token') {
      this.products.push(JSON.parse(body.toString()));
      return [201, { success: true }];
    }
    return [403, {}];
  }
}
