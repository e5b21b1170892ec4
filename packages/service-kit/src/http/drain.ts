import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that send a request meanwhile get `connection: close` with its response and reconnect elsewhere. */
const IDLE_MS = 3_000;
const CLOSE_INTERVAL_MS = 250;
/** Shorter than the time after which a stopping process is killed. */
const MAX_MS = 12_000;

/**
 * Prepares a server for a shutdown that loses no request, where another process accepts the next connections.
 * @returns a function that stops accepting, and resolves when the open connections have ended: busy ones with their
 *   response, idle ones after three seconds
 */
export function prepareDrain(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    // The `close` of an HTTP server would close idle connections too, on which a request may be on its way.
    NetServer.prototype.close.call(server);
    for (const startedAt = Date.now(); open.size > 0; await sleep(CLOSE_INTERVAL_MS)) {
      if (Date.now() - startedAt >= MAX_MS) return;
      if (Date.now() - startedAt < IDLE_MS) continue;
      server.closeIdleConnections();
      // Node counts connections without a first request as busy.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }
  };
}
