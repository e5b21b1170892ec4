import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function serveLocally(listener: RequestListener): Promise<{ address: string; close: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
