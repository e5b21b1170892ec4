import { type CallKey, calls } from '@rangavalli/contracts/calls';
import { routePattern } from '@rangavalli/contracts/path';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 at a known path, 404 at any other. */
export function addFallbackRoutes(fastify: FastifyInstance) {
  const methodsByPath = new Map<string, Set<HTTPMethods>>();
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, template] = key.split(' ') as [HTTPMethods, string];
    const path = `/api${routePattern(template)}`;
    const allowed = methodsByPath.get(path) ?? new Set();
    allowed.add(method);
    if (method === 'GET') allowed.add('HEAD');
    methodsByPath.set(path, allowed);
  }
  for (const [url, allowed] of methodsByPath) {
    fastify.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw new AppError('METHOD_NOT_ALLOWED');
      },
    });
  }
  for (const url of ['/api', '/api/*']) {
    fastify.route({
      method: methods,
      url,
      handler: () => Promise.reject(new AppError('NOT_FOUND')),
    });
  }
}
