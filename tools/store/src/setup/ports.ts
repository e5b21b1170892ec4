import { randomInt } from 'node:crypto';
import net from 'node:net';
import { Refusal } from '@rangavalli/build-kit/command/report';
import getPort, { portNumbers } from 'get-port';

const listenError = (port: number, host: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });

/** Returns all addresses of IPv6 and IPv4, or of IPv4 where there is no IPv6. */
export const listenAddress = async (): Promise<string> => ((await listenError(0, '::')) === null ? '::' : '0.0.0.0');

export async function requireFreePort(port: number, host: string): Promise<void> {
  for (const address of new Set([host, '127.0.0.1'])) {
    const error = await listenError(port, address);
    if (error === null) continue;
    if (error.code === 'EACCES')
      throw new Refusal(`Port ${port} may be used by root only. Choose another: PORT=8081 npm start`);
    if (error.code !== 'EADDRINUSE') throw new Refusal(`Can't listen on ${address} port ${port}: ${error.message}`);
    const other = port === 8081 ? 8082 : 8081;
    throw new Refusal(`Port ${port} is in use. Stop what uses it, or choose another: PORT=${other} npm start`);
  }
}

/** Below the ports of outgoing connections (from 32768 on Linux), which could take a port during a restart. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** Begins at a random port, so that parallel starts rarely collide. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const ports = {} as Record<Name, number>;
  for (const name of names) {
    const port = portNumbers(randomInt(FIRST_PORT, LAST_PORT - 100), LAST_PORT);
    ports[name] = await getPort({ host: '127.0.0.1', port });
  }
  return ports;
}
