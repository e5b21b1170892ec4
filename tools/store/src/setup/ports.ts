import { randomInt } from 'node:crypto';
import net from 'node:net';
import getPort, { portNumbers } from 'get-port';
import { Refusal } from '../report.js';

const canListen = (port: number, host: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });

/**
 * Address the gateway listens on, so that `localhost` works whether it means 127.0.0.1 or ::1: all addresses of
 * both families, or of the old one where the machine has no other.
 */
export const listenAddress = async (): Promise<string> => ((await canListen(0, '::')) === null ? '::' : '0.0.0.0');

/** Throws a Refusal that says what to do when the storefront's port is taken. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  for (const address of new Set([host, '127.0.0.1'])) {
    const error = await canListen(port, address);
    if (error === null) continue;
    if (error.code === 'EACCES')
      throw new Refusal(`Port ${port} may be used by root only. Choose another: PORT=8081 npm start`);
    if (error.code !== 'EADDRINUSE') throw new Refusal(`Can't listen on ${address} port ${port}: ${error.message}`);
    const other = port === 8081 ? 8082 : 8081;
    throw new Refusal(
      `Port ${port} is in use. Stop what uses it, or start the store on another one: PORT=${other} npm start`,
    );
  }
}

/** Below the ports that the system gives to outgoing connections (from 32768 on Linux), and above those that have a name. */
const FIRST = 10_000;
const LAST = 32_000;

/**
 * A free port on this machine for each name. A process may end and come back on its port later: meanwhile no
 * connection of anybody's is given that number. Where the search begins is drawn, so that two stores that start at
 * once don't choose alike.
 */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const entries: [Name, number][] = [];
  for (const name of names)
    entries.push([name, await getPort({ host: '127.0.0.1', port: portNumbers(randomInt(FIRST, LAST - 100), LAST) })]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
