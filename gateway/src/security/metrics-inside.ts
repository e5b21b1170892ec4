import { BlockList, isIPv6 } from 'node:net';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FastifyInstance } from 'fastify';

const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8);
inside.addSubnet('10.0.0.0', 8);
inside.addSubnet('172.16.0.0', 12);
inside.addSubnet('192.168.0.0', 16);
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/** `/metrics` is for the machines around: whoever comes through a proxy or from a public address finds nothing. */
export function keepMetricsInside(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url !== '/metrics') return done();
    const peer = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const allowed = !forwarded && inside.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
    return done(allowed ? undefined : new AppError('NOT_FOUND'));
  });
}
