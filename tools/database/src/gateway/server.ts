import net from 'node:net';
import { frameAnswer, MessageReader, parseMessage } from '../wire/message.js';
import { contextOf, type Connection } from './context.js';
import { dispatch } from './dispatch.js';
import { Gateway } from './gateway.js';
import type { GatewayOptions } from './options.js';

export interface GatewayServer {
  /** Closes the listener, every connection and the pools. */
  stop(): Promise<void>;
}

/**
 * Waits for PostgreSQL (the signal ends the wait), then serves the MongoDB wire protocol. Rejects when the port
 * is taken.
 */
export async function serveGateway(options: GatewayOptions, signal?: AbortSignal): Promise<GatewayServer> {
  const gateway = new Gateway(options);
  try {
    await gateway.ready(signal);
    return await listen(gateway, options);
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

async function listen(gateway: Gateway, options: GatewayOptions): Promise<GatewayServer> {
  const sockets = new Set<net.Socket>();
  let lastId = 0;
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    gateway.connections = sockets.size;
    socket.on('error', () => undefined); // the client went away: 'close' follows
    socket.on('close', () => {
      sockets.delete(socket);
      gateway.connections = sockets.size;
    });
    serveConnection(gateway, socket, { id: ++lastId, peer: `${socket.remoteAddress}:${socket.remotePort}` });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return {
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await gateway.close();
    },
  };
}

/** Commands of one connection run one after the other, as the protocol wants. */
function serveConnection(gateway: Gateway, socket: net.Socket, connection: Connection): void {
  const reader = new MessageReader();
  let last = Promise.resolve();
  const answer = async (bytes: Buffer): Promise<void> => {
    const message = parseMessage(bytes);
    const document = await dispatch(contextOf(gateway, connection, message));
    if (message.silent || socket.destroyed) return;
    const [head, body] = frameAnswer(message, document);
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  };
  const giveUp = (error: unknown): void => {
    if (gateway.options.debug) console.error(`connection ${connection.id}:`, error);
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    try {
      for (const bytes of reader.push(chunk)) last = last.then(() => answer(bytes)).catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  });
}
