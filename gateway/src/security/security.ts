import { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6, Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@rangavalli/service-kit/app-error';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { GatewayConfig } from '../config.js';

export function addSecurity(app: NestFastifyApplication, fastify: FastifyInstance, config: GatewayConfig) {
  const isSecure = new URL(config.PUBLIC_URL).protocol === 'https:';
  const headers = helmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The payment window needs its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A remote alone in development loads files of the running store.
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

/** They do not depend on the request. */
function helmetHeaders(options: HelmetOptions): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error;
  });
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function contentSecurityPolicy(config: GatewayConfig): Record<string, string[]> {
  const checkout = new URL(config.RAZORPAY_CHECKOUT_URL);
  const razorpay = checkout.hostname.endsWith('.razorpay.com') ? ['https://*.razorpay.com'] : [checkout.origin];
  // Image URLs have the public address, also on a page opened by another name of this machine.
  const media = new URL(config.CLOUDINARY_DELIVERY_URL ? config.PUBLIC_URL : config.MEDIA_ORIGIN).origin;
  const self = "'self'";
  // `shell/src/layout/translate-widget.ts`
  const translator = {
    script: ['https://translate.google.com', 'https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
    style: ['https://www.gstatic.com'],
    image: [
      'https://www.gstatic.com',
      'https://fonts.gstatic.com',
      'https://www.google.com',
      'https://translate.google.com',
      'https://translate.googleapis.com',
    ],
    connect: ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
  };
  return {
    'default-src': [self],
    'script-src': [self, ...razorpay, ...translator.script],
    'script-src-attr': ["'none'"],
    'style-src': [self, "'unsafe-inline'", ...translator.style],
    'img-src': [self, 'data:', 'blob:', media, ...razorpay, ...translator.image],
    'font-src': [self],
    'connect-src': [self, new URL(config.CLOUDINARY_UPLOAD_URL).origin, ...razorpay, ...translator.connect],
    'frame-src': razorpay,
    'form-action': [self, ...razorpay],
    'object-src': ["'none'"],
    'base-uri': [self],
    'frame-ancestors': ["'none'"],
  };
}

const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/** Others than private addresses that connect directly get 404. */
export function restrictMetrics(fastify: FastifyInstance) {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url !== '/metrics') return done();
    const peer = request.socket.remoteAddress ?? '';
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const isAllowed = !isForwarded && privateAddresses.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
    return done(isAllowed ? undefined : new AppError('NOT_FOUND'));
  });
}
