import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyRequest } from 'fastify';

/** Who a verified token speaks for, and until when (epoch ms). */
export interface Session {
  identity: Identity;
  expiresMs: number;
}

/** A request after the guards. */
export type GuardedRequest = FastifyRequest & { session?: Session; rawBody?: Buffer };
