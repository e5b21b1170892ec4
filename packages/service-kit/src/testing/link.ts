import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection to a local server that can be cut like a cable: both ends stay open and nothing arrives. */
export interface TestLink {
  port: number;
  /** Also for new connections, until `mend`. What was sent meanwhile is lost for good. */
  cut(): void;
  /** For connections made later. */
  mend(): void;
  /** Closes the present connections. */
  disconnect(): void;
  close(): void;
}

export async function openLink(targetPort: number): Promise<TestLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      let isSilent = isCut;
      from.on('data', (bytes) => {
        isSilent ||= isCut;
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => undefined); // 'close' follows
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend: () => void (isCut = false),
    disconnect,
    close: () => {
      server.close();
      disconnect();
    },
  };
}
