import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { getSystemErrorMessage } from 'node:util';
import { Refusal } from '@rangavalli/build-kit/command/report';

/** As in a process that has inherited it: after standard input, output and error. */
export const INHERITED_FD = 3;

export interface ListeningSocket {
  /** File descriptor. */
  fd: number;
  close: () => void;
}

interface ServerHandle {
  fd: number;
  /** Returns the code of an error, also that of the bind, which libuv reports late. */
  getsockname: (into: object) => number;
  close: () => void;
}

/** Binds a socket without accepting connections, as `node:cluster` does it. Node has no public function for that. */
type CreateServerHandle = (address: string, port: number, family: number) => ServerHandle | number;

/**
 * Opens a socket for processes that inherit it and accept its connections together. It stays open while they are
 * replaced or restarted, and connections wait in its queue. With SO_REUSEPORT those of a closed process would be lost.
 * @throws Refusal when the port is in use
 */
export async function openListeningSocket(host: string, port: number): Promise<ListeningSocket> {
  const { address, family } = await lookup(host);
  const { _createServerHandle: createHandle } = net as unknown as { _createServerHandle: CreateServerHandle };
  const handle = createHandle(address, port, family);
  const error = typeof handle === 'number' ? handle : handle.getsockname({});
  if (typeof handle === 'number' || error !== 0) {
    if (typeof handle !== 'number') handle.close();
    throw new Refusal(`Can't listen on ${host} port ${port}: ${getSystemErrorMessage(error)}`);
  }
  return { fd: handle.fd, close: () => handle.close() };
}
