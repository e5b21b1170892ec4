import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { GatewayConfig } from '../config.js';
import { contentSecurityPolicy } from './csp.js';

/** Security headers on every answer, and which other origins may call. */
export function addSecurity(app: NestFastifyApplication, fastify: FastifyInstance, config: GatewayConfig): void {
  const secure = new URL(config.PUBLIC_URL).protocol === 'https:';
  const headers = helmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The payment window is a pop-up of another origin, and needs its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A remote that runs alone in development takes files of the running store.
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeaders(headers);
    done();
  });
  app.enableCors({
    origin: [new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [REQUEST_ID_HEADER, 'retry-after'],
    maxAge: 600,
  });
}

/** What helmet says with every answer. None of it depends on the request, and so it is worked out once. */
function helmetHeaders(options: HelmetOptions): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, (error) => {
    if (error) throw error;
  });
  return new Map(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}
