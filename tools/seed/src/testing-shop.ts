import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small shop and image host over real HTTP, for the tests; refuses now and then, as real ones do. */
export class TestingShop {
  readonly products: Record<string, unknown>[] = [];
  readonly uploads: { publicId: string; bytes: number }[] = [];
  /** Answers to give before the usual one, by path; taken one a call. */
  readonly refusals: { path: string; status: number; afterwards?: boolean; retryAfter?: string }[] = [];
  #server = createServer((request, response) => void this.#answer(request, response));

  async open(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? '';
    const at = this.refusals.findIndex((one) => path.endsWith(one.path));
    const [refusal] = at < 0 ? [] : this.refusals.splice(at, 1);
    const send = (status: number, answer: unknown) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(refusal?.retryAfter ? { 'retry-after': refusal.retryAfter } : {}),
        })
        .end(JSON.stringify(answer));
    // `afterwards`: the work is done and only the answer gets lost.
    if (refusal && !refusal.afterwards)
      return void send(refusal.status, { success: false, code: 'BUSY', message: 'later', error: { message: 'later' } });
    const [status, answer] = this.#work(path, body, request.headers.authorization);
    return void (refusal ? send(refusal.status, { success: false }) : send(status, answer));
  }

  #work(path: string, body: Buffer, token: string | undefined): [number, unknown] {
    if (path.endsWith('/image/upload')) {
      const publicId = /name="public_id"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? '';
      if (!/name="signature"\r\n\r\n[0-9a-f]{40}/.test(body.toString('latin1')))
        return [401, { error: { message: 'Invalid Signature' } }];
      this.uploads.push({ publicId, bytes: body.length });
      return [200, { public_id: publicId, secure_url: `http://127.0.0.1/demo/image/upload/v1/${publicId}.jpg` }];
    }
    if (path === '/api/users/login') {
      const { password } = JSON.parse(body.toString()) as { password: string };
      return password === 'right'
        ? [200, { success: true, token: 'admin-token', user: {} }]
        : [401, { success: false, code: 'INVALID_CREDENTIALS', message: 'no' }];
    }
    if (path === '/api/products/getAll')
      return [200, { success: true, products: this.products, total: this.products.length }];
    if (path === '/api/products/create' && token === 'Bearer admin-token') {
      this.products.push(JSON.parse(body.toString()) as Record<string, unknown>);
      return [201, { success: true }];
    }
    return [403, { success: false, code: 'FORBIDDEN', message: 'no' }];
  }
}
