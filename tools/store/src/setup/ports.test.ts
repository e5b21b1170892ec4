import net from 'node:net';
import getPort from 'get-port';
import { listenAddress, requireFreePort } from './ports.js';

describe('requireFreePort', () => {
  it('accepts a free port', async () => {
    await expect(requireFreePort(await getPort(), await listenAddress())).resolves.toBeUndefined();
  });

  it.each(['127.0.0.1', '0.0.0.0'])('rejects a port in use on %s and suggests another', async (host) => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as net.AddressInfo;
    await expect(requireFreePort(port, await listenAddress())).rejects.toThrow(
      new RegExp(`Port ${port} is in use.*PORT=808[12] npm start`),
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
