import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { waitUntilServed } from './served.js';

const TIMEOUT_MS = 300;

interface Response {
  status?: number;
  body: object;
}
const serves = (version: string): Response => ({ body: { version } });
const registryWith = (version: string): Response => ({ body: { remotes: { mf_catalog: { version } } } });

describe('a remote’s release that became live', () => {
  const servers: Server[] = [];
  /** The last response is repeated. */
  const start = async (...responses: [Response, ...Response[]]): Promise<string> => {
    const server = createServer((request, response) => {
      const isTester = request.url?.includes('mf-catalog=1.2.0') === true;
      const next = (responses.length > 1 && responses.shift()) || responses[0];
      const { status = 200, body } = isTester ? registryWith('1.2.0') : next;
      response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));
  const wait = (host: string, shell?: string, now: Parameters<typeof waitUntilServed>[1] = { live: '1.1.0' }) =>
    waitUntilServed('mf-catalog', now, { host, shell }, TIMEOUT_MS);

  it('is served by its host, and in the registry of the shell, soon after', async () => {
    const host = await start({ status: 503, body: { version: '1.1.0' } }, serves('1.0.0'), serves('1.1.0'));
    const shell = await start(registryWith('1.0.0'), registryWith('1.1.0'));
    await wait(host, shell);
  });

  it('is not served where the host is down, has another version or reports a failure', async () => {
    await expect(wait(await start(serves('1.0.0')))).rejects.toThrow(
      'mf-catalog 1.1.0 is live, but its host serves 1.0.0. Its log has the reason: logs/mf-catalog.log.',
    );
    await expect(wait(await start({ status: 503, body: { version: '1.1.0' } }))).rejects.toThrow('responds with 503');
    const host = await start(serves('1.1.0'));
    servers.splice(0).forEach((server) => server.close());
    await expect(wait(host)).rejects.toThrow(/but its host can't be read \(connect ECONNREFUSED/);
  });

  it('is not served where the shell refuses it', async () => {
    const host = await start(serves('1.1.0'));
    await expect(wait(host, await start(registryWith('1.0.0')))).rejects.toThrow(
      'mf-catalog 1.1.0 is live, but the shell serves 1.0.0, so new pages do not have it.',
    );
    await expect(wait(host, await start({ body: { remotes: {} } }))).rejects.toThrow('the shell serves no release');
  });

  it('is looked up by version while it is a canary', async () => {
    const now = { live: '1.1.0', canary: { version: '1.2.0', share: 10 } };
    await wait(await start(serves('1.1.0')), await start(registryWith('1.1.0')), now);
  });
});
