import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { contentSecurityPolicy } from './csp.js';

/** Security headers on every answer, and which other origins may call. */
export async function addSecurity(app: NestFastifyApplication, fastify: FastifyInstance, config: GatewayConfig): Promise<void> {
  const secure = new URL(config.PUBLIC_URL).protocol === 'https:';
  await fastify.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The payment window is a pop-up of another origin, and needs its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A remote that runs alone in development takes files of the running store.
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  app.enableCors({
    origin: [new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [REQUEST_ID_HEADER, 'retry-after'],
    maxAge: 600,
  });
}
