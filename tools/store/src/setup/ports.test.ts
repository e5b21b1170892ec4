import net from 'node:net';
import getPort from 'get-port';
import { listenAddress, requireFreePort } from './ports.js';

describe('the port of the storefront', () => {
  it('may be used when nobody has it', async () => {
    await expect(requireFreePort(await getPort(), await listenAddress())).resolves.toBeUndefined();
  });

  it.each(['127.0.0.1', '0.0.0.0'])('is refused with what to do when somebody has it on %s', async (host) => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as net.AddressInfo;
    await expect(requireFreePort(port, await listenAddress())).rejects.toThrow(
      new RegExp(`Port ${port} is in use.*PORT=8081 npm start`),
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
