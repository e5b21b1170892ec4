import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.js';

/** Routes for operators and the platform: probes, metrics and the API documentation. */
const INTERNAL_ROUTE = /^\/(?:health|metrics|api\/docs)(?:\/|$)/;

const internalRequests = new WeakSet<IncomingMessage>();
const internalServers = new WeakMap<FastifyInstance, Server[]>();

/** Separates the routes of a process at the edge: the public port has no internal route, the internal one no other. */
export function separateInternalRoutes(fastify: FastifyInstance): void {
  const servers: Server[] = [];
  internalServers.set(fastify, servers);
  fastify.addHook('onClose', async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const isInternalRoute = INTERNAL_ROUTE.test(request.routeOptions.url ?? '');
    done(isInternalRoute === internalRequests.has(request.raw) ? undefined : new AppError('NOT_FOUND'));
  });
}

/** Serves the internal routes until the application closes. @returns the port */
export async function listenInternally(fastify: FastifyInstance, host: string, port: number): Promise<number> {
  const server = createServer((request, response) => {
    internalRequests.add(request);
    fastify.routing(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  internalServers.get(fastify)?.push(server);
  return (server.address() as AddressInfo).port;
}
