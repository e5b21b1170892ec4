import type { CallKey } from '@rangavalli/contracts/calls';
import { calls } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods that each path of the table has. */
function methodsByPath(): Map<string, Set<HTTPMethods>> {
  const byPath = new Map<string, Set<HTTPMethods>>();
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, template] = key.split(' ') as [HTTPMethods, string];
    const path = `/api${template.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const known = byPath.get(path) ?? new Set();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    byPath.set(path, known);
  }
  return byPath;
}

/** Answers under `/api` where there is no call: 405 at a known path, else 404. */
export function addOtherRoutes(fastify: FastifyInstance): void {
  for (const [url, known] of methodsByPath()) {
    const method = methods.filter((candidate) => !known.has(candidate));
    fastify.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header('allow', [...known].join(', '));
        throw new AppError('METHOD_NOT_ALLOWED');
      },
    });
  }
  for (const url of ['/api', '/api/*']) {
    fastify.route({
      method: methods,
      url,
      handler: () => {
        throw new AppError('NOT_FOUND');
      },
    });
  }
}
