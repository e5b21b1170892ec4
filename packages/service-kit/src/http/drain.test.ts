import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { once } from 'node:events';
import { prepareDrain } from './drain.js';

describe('a server that is drained', () => {
  let server: Server;
  let drain: () => Promise<void>;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeEach(async () => {
    server = createServer((_request, response) => response.end('served'));
    drain = prepareDrain(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.closeAllConnections());

  const request = (path = '/'): Promise<string> =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      }).once('error', reject);
    });

  it('serves requests on open connections, accepts no others, and closes idle ones after a while', async () => {
    expect(await request()).toBe('served');
    const unused = connect(port, '127.0.0.1');
    await once(unused, 'connect');
    const drained = drain();
    // Over the kept connection: there is no other.
    expect(await request('/again')).toBe('served');
    const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    const closed = once(unused, 'close');
    await Promise.all([drained, closed]);
    await expect(request()).rejects.toThrow('ECONNREFUSED');
  }, 20_000);

  it('waits for responses that take longer', async () => {
    let finish = (): void => undefined;
    server.removeAllListeners('request');
    server.on('request', (_request, response) => (finish = () => response.end('late')));
    const response = request();
    await once(server, 'request');
    const drained = drain();
    setTimeout(() => finish(), 4_000);
    expect(await response).toBe('late');
    await drained;
  }, 20_000);
});
