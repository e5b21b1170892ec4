import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RazorpayHttp } from './razorpay.http.js';

describe('the HTTP client inside the SDK', () => {
  let server: Server;
  let http: RazorpayHttp;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    http = new RazorpayHttp({ baseUrl: `http://127.0.0.1:${port}/`, keyId: 'id', keySecret: 'secret', userAgent: 'shop', timeoutMs: 200 });
  });
  afterAll(async () => {
    await http.close();
    server.close();
  });

  it('says who asks, and leaves out what is not asked for', async () => {
    answer = ({ url, headers }, response) => response.end(JSON.stringify({ url, authorization: headers.authorization, agent: headers['user-agent'] }));
    expect(await http.get('/v1/orders', { params: { receipt: 'a b&c', from: undefined, to: null } })).toEqual({
      data: { url: '/v1/orders?receipt=a+b%26c', authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`, agent: 'shop' },
    });
    expect(await http.get('/v1/orders/o')).toMatchObject({ data: { url: '/v1/orders/o' } });
  });

  it('sends what is posted as JSON, with further headers', async () => {
    answer = (request, response) => {
      response.writeHead(201, { 'x-seen': request.headers['content-type'] });
      response.write(`{"key":${JSON.stringify(request.headers['x-refund-idempotency'])},"body":`);
      request.on('data', (part: Buffer) => response.write(part)).on('end', () => response.end('}'));
    };
    expect(await http.post('/v1/x', { amount: 100 }, { headers: { 'X-Refund-Idempotency': 'k' } })).toEqual({ data: { key: 'k', body: { amount: 100 } } });
  });

  it.each([
    ['a refusal', (response: ServerResponse) => response.writeHead(400).end('{"error":{"description":"no"}}'), { status: 400, data: { error: { description: 'no' } } }],
    ['a page of somebody on the way', (response: ServerResponse) => response.writeHead(502).end('<html>'), { status: 502 }],
    ['a redirection', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(), { status: 302 }],
    ['a hang-up', (response: ServerResponse) => response.destroy(), { status: 0, data: { error: { description: expect.any(String) } } }],
    ['silence', () => undefined, { status: 0, data: { error: { description: expect.stringContaining('timeout') } } }],
    ['an answer that does not end', (response: ServerResponse) => response.write('{"id":'), { status: 0 }],
  ])('rejects with %s, in the form that the SDK reads', async (_what, given, response) => {
    answer = (_request, reply) => void given(reply);
    await expect(http.get('/v1/orders')).rejects.toMatchObject({ response });
  });
});
