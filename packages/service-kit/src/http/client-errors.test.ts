import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerClientError } from './client-errors.js';

describe('what the HTTP parser refuses', () => {
  let server: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    server = Fastify({ clientErrorHandler: answerClientError });
    server.get('/', () => 'here');
    await server.listen({ port: 0, host: '127.0.0.1' });
    port = (server.server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  const say = async (text: string): Promise<{ status: number; body: { code: string; requestId: string } }> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as { code: string; requestId: string } };
  };

  it.each([
    ['an address that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ])('%s gets the one error shape', async (_what, text, status, code) => {
    const answer = await say(text);
    expect(answer).toMatchObject({ status, body: { success: false, code } });
    expect(answer.body.requestId).toMatch(/\S/);
  });
});
