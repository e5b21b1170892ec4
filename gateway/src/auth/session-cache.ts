import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Revocations } from './revocations.js';
import type { Session } from './session.js';

const MAX_SESSIONS = 10_000;

/** Caches sessions by `authorization` header, so that a signature is verified once. */
@Injectable()
export class SessionCache {
  private readonly sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS });

  constructor(private readonly revocations: Revocations) {}

  /** Returns undefined when the session is not cached or was revoked. */
  get(authorization: string): Session | undefined {
    const session = this.sessions.get(authorization);
    return session && !this.revocations.isRevoked(session) ? session : undefined;
  }

  set(authorization: string, session: Session) {
    this.sessions.set(authorization, session, { ttl: Math.max(1, session.expiresAt - Date.now()) });
  }
}
