import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { GatewayConfig } from '../config.js';
import { PageHeaders } from './page-headers.js';
import { reportingEndpoints } from './page-policies.js';
import { addSecurityTxt } from './security-txt.js';

export async function addSecurity(app: NestFastifyApplication, fastify: FastifyInstance, config: GatewayConfig) {
  const isSecure = new URL(config.PUBLIC_URL).protocol === 'https:';
  const headers = helmetHeaders({
    // Depends on the zone of a page.
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The payment window needs its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A remote alone in development loads files of the running store.
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  Object.assign(headers, app.get(PageHeaders).of({}), { 'reporting-endpoints': reportingEndpoints });
  fastify.addHook('onRequest', (_request, reply, done) => {
    // Headers of `reply.raw` would be checked twice, and slow down each response: `app.enableCors` sets some.
    reply.headers(headers);
    done();
  });
  await fastify.register(cors, {
    origin: [new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [REQUEST_ID_HEADER, 'retry-after'],
    maxAge: 600,
  });
  addSecurityTxt(fastify, config);
}

/** They do not depend on the request. */
function helmetHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
