import { Injectable } from '@nestjs/common';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const MAX_SESSIONS = 10_000;

export interface Session {
  identity: Identity;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export type GuardedRequest = FastifyRequest & { session?: Session; rawBody?: Buffer };

/** Caches sessions by `authorization` header, so that a signature is verified once. */
@Injectable()
export class SessionCache {
  private readonly sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS });

  get(authorization: string): Session | undefined {
    return this.sessions.get(authorization);
  }

  set(authorization: string, session: Session) {
    this.sessions.set(authorization, session, { ttl: Math.max(1, session.expiresAt - Date.now()) });
  }
}
