import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { sendClientError } from './client-errors.js';
import { addRestReader } from './hooks.js';

describe('sendClientError', () => {
  let server: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    server = Fastify({ clientErrorHandler: sendClientError });
    server.get('/', () => 'ok');
    server.post('/', () => 'ok');
    addRestReader(server);
    await server.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  interface Response {
    status: number;
    head: string;
    body: { code: string; requestId: string };
  }
  const receive = async (request: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.setEncoding('utf8').on('data', (part: string) => (response += part));
    socket.write(request);
    await once(socket, 'close');
    return response;
  };
  const send = async (request: string): Promise<Response> => {
    const [head = '', body = ''] = (await receive(request)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Response['body'] };
  };

  it.each([
    ['a URL that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['invalid HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
      400,
      'MALFORMED_REQUEST',
    ],
  ])('%s gets an error response', async (_what, request, status, code) => {
    const response = await send(request);
    expect(response).toMatchObject({ status, body: { success: false, code } });
    expect(response.body.requestId).toMatch(/\S/);
    expect(response.head).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(response.head).toContain("\r\ncontent-security-policy: default-src 'none'; base-uri 'none';");
    expect(response.head).toContain("frame-ancestors 'none'\r\n");
  });

  it('sends no body to HEAD, which clients would read as the next response', async () => {
    const response = await receive(`HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response.endsWith('\r\n\r\n')).toBe(true);
  });

  it('lets a client finish a request whose head is too long, so that it gets the response', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    const closed = once(socket, 'close');
    socket.write(`PUT /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\ncontent-length: ${20 * 1_000}\r\n\r\n`);
    // Written after the response was sent: to a closed connection these fail, and the response is lost.
    for (let count = 0; count < 20; count += 1) {
      await sleep(5);
      socket.write('x'.repeat(1_000));
    }
    socket.end();
    expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 431 Error');
    await closed;
    expect(errors).toEqual([]);
  });

  it('closes the connection of a client that keeps sending', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      .on('error', () => {})
      .resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const timer = setInterval(() => socket.write('x'.repeat(1_000)), 5);
    socket.write(`PUT /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await closed;
    clearInterval(timer);
  });

  it.each([
    ['its length', `content-length: ${48 * 65_536}`, (part: string) => part],
    ['chunks', 'transfer-encoding: chunked', (part: string) => `10000\r\n${part}\r\n`],
  ])(
    'lets a client finish a body that is too large by %s, so that it gets the response',
    async (_what, header, frame) => {
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.setEncoding('utf8').on('data', (part: string) => (response += part));
      const closed = once(socket, 'close');
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n`);
      for (let count = 0; count < 48; count += 1) {
        socket.write(frame('x'.repeat(65_536)));
        await sleep(1);
      }
      if (header.endsWith('chunked')) socket.write('0\r\n\r\n');
      await closed;
      expect(response).toMatch(/^HTTP\/1\.1 413 /);
    },
  );
});
