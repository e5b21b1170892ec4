import type { Session } from './session.js';

/** Tokens that were verified, until they expire: a signature is checked once and not at every request. */
export class TokenMemory {
  private readonly sessions = new Map<string, Session>();

  /** @param limit how many are remembered; the oldest is forgotten first */
  constructor(private readonly limit = 10_000) {}

  get(token: string, now = Date.now()): Session | undefined {
    const session = this.sessions.get(token);
    if (!session || session.expiresMs > now) return session;
    this.sessions.delete(token);
    return undefined;
  }

  set(token: string, session: Session): void {
    if (this.sessions.size >= this.limit) {
      const [oldest] = this.sessions.keys();
      if (oldest !== undefined) this.sessions.delete(oldest);
    }
    this.sessions.set(token, session);
  }
}
