import net from 'node:net';
import { frameResponse, MessageReader, parseMessage } from '../wire/message.js';
import { buildContext, type Connection } from './context.js';
import { dispatch } from './dispatch.js';
import { Gateway, HOST, type GatewayOptions } from './gateway.js';

export interface GatewayServer {
  stop(): Promise<void>;
}

/** Waits for PostgreSQL until the signal aborts, then serves the MongoDB wire protocol. Rejects for a port in use. */
export async function serveGateway(options: GatewayOptions, signal?: AbortSignal): Promise<GatewayServer> {
  const gateway = new Gateway(options);
  try {
    await gateway.ready(signal);
    return await listen(gateway);
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

async function listen(gateway: Gateway): Promise<GatewayServer> {
  const sockets = new Set<net.Socket>();
  let lastId = 0;
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    gateway.connections = sockets.size;
    socket.on('error', () => undefined); // 'close' follows
    socket.on('close', () => {
      sockets.delete(socket);
      gateway.connections = sockets.size;
    });
    serveConnection(gateway, socket, { id: ++lastId, peer: `${socket.remoteAddress}:${socket.remotePort}` });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(gateway.options.port, HOST, () => resolve());
  });
  return {
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await gateway.close();
    },
  };
}

/** The protocol requires the commands of a connection to run in order. */
function serveConnection(gateway: Gateway, socket: net.Socket, connection: Connection): void {
  const reader = new MessageReader();
  let last = Promise.resolve();
  const respond = async (bytes: Buffer): Promise<void> => {
    const message = parseMessage(bytes);
    const document = await dispatch(buildContext(gateway, connection, message));
    if (message.silent || socket.destroyed) return;
    const [head, body] = frameResponse(message, document);
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  };
  const close = (error: unknown): void => {
    if (gateway.options.debug) console.error(`connection ${connection.id}:`, error);
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    try {
      for (const bytes of reader.push(chunk)) last = last.then(() => respond(bytes)).catch(close);
    } catch (error) {
      close(error);
    }
  });
}
