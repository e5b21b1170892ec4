import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Session } from '@rangavalli/contracts/entities/user';
import { isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { type AccountRecord, sessionVersionOf } from '../accounts/account.schema.js';
import {
  CUSTOMER_SESSION_LIFETIME_MS,
  MAX_SESSIONS,
  SESSION_IDLE_MS,
  STAFF_SESSION_LIFETIME_MS,
  STEP_UP_MS,
  type UserConfig,
} from '../user.config.js';
import { createSecret, deriveNextSecret, hashSecret, type RefreshToken } from './refresh-token.js';
import { SESSION, type SessionRecord } from './session.schema.js';

/** A replaced secret is accepted for this time, ms. */
export const GRACE_MS = 10_000;
const MAX_ATTEMPTS = 50;
const MAX_LISTED = 100;

type SessionOwner = Pick<AccountRecord, '_id' | 'sessionVersion' | 'role'>;

/** A refresh token and how long the browser keeps it, ms. */
export interface IssuedToken extends RefreshToken {
  maxAgeMs: number;
}

/**
 * Login sessions. The refresh cookie holds a secret of which only the hash is stored; each refresh rotates it.
 *
 * One guarded update replaces a secret. Other tabs and retries may still send the old one: for `GRACE_MS` it yields
 * *the same* new secret (derived from the old one and the session's salt), and the new one is not replaced again.
 * Afterwards any other secret means that two browsers hold copies of one cookie, and the session ends for both.
 *
 * A new password or role ends sessions by the account's `sessionVersion`; deleting the documents is only cleanup.
 */
@Injectable()
export class Sessions {
  constructor(
    @InjectModel(SESSION) private readonly sessions: Model<SessionRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
  ) {
    outbox.register(sessions);
  }

  /**
   * Starts a session. Beyond MAX_SESSIONS the least recently used one of the account ends.
   * @param account as read when its password was verified: if that changes meanwhile, the session is invalid
   * @param replaced the browser's previous cookie, whose session ends
   */
  async start(account: SessionOwner, device: string, replaced?: RefreshToken): Promise<IssuedToken> {
    const token = { id: randomUUID(), secret: createSecret() };
    const now = new Date();
    const expiresAt = new Date(now.getTime() + lifetimeOf(account));
    await this.sessions.insertMany([
      {
        _id: token.id,
        userId: account._id,
        version: sessionVersionOf(account),
        secretHash: hashSecret(token.secret),
        device,
        startedAt: now,
        lastUsedAt: now,
        expiresAt,
        outbox: [],
      },
    ]);
    await this.end(replaced);
    await this.endExcess(account);
    return { ...token, maxAgeMs: maxAgeOf({ expiresAt }) };
  }

  /**
   * @param load builds the response, or undefined when the account no longer matches the session; it runs before the
   *   rotation, after which hardly anything can fail
   * @throws AppError SESSION_ENDED
   */
  async refresh<T>(
    token: RefreshToken | undefined,
    load: (session: SessionRecord) => Promise<T | undefined>,
  ): Promise<{ token: IssuedToken; response: T }> {
    if (!token) throw new AppError('SESSION_ENDED');
    const { id, secret } = token;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const session = await this.sessions.findOne({ _id: id, ...isActive() }).lean<SessionRecord>();
      if (!session) throw new AppError('SESSION_ENDED');
      const state = stateOf(session, secret);
      const response = state === 'reused' ? undefined : await load(session);
      if (response === undefined) {
        if (state === 'reused')
          this.logger.warn({ sessionId: id, userId: String(session.userId) }, 'refresh token reused: session ended');
        await this.end(token);
        throw new AppError('SESSION_ENDED');
      }
      const maxAgeMs = maxAgeOf(session);
      if (state === 'fresh') return { token: { ...token, maxAgeMs }, response };
      if (state === 'late')
        return { token: { id, secret: deriveNextSecret(secret, session.replaced?.salt ?? ''), maxAgeMs }, response };
      const next = await this.rotate(session, secret);
      if (next) return { token: { id, secret: next, maxAgeMs }, response };
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Ends the session whatever the secret, and its access tokens. Idempotent. */
  async end(token: RefreshToken | undefined): Promise<void> {
    if (token) await this.endWhere({ _id: token.id });
  }

  async endOf(userId: string, id: string): Promise<void> {
    await this.endWhere({ _id: id, userId });
  }

  async endOthers(userId: string, currentId: string): Promise<void> {
    for (;;) {
      const others = await this.sessions
        .find({ userId, _id: { $ne: currentId }, ...isActive() }, { _id: 1 })
        .limit(MAX_LISTED)
        .lean<SessionRecord[]>();
      if (others.length === 0) return;
      await Promise.all(others.map(({ _id }) => this.endWhere({ _id, userId })));
    }
  }

  /**
   * Replaces the secret of a browser whose rights are elevated: a copy of the cookie from before is detected.
   * @returns undefined without the cookie of this session, as for clients that send only the access token
   * @throws AppError SESSION_ENDED for a reused cookie
   */
  async renew(
    { sessionId }: { sessionId: string },
    cookie: RefreshToken | undefined,
  ): Promise<IssuedToken | undefined> {
    if (cookie?.id !== sessionId) return undefined;
    const { token } = await this.refresh(cookie, async (session) => session);
    return token;
  }

  /**
   * Opens elevated rights.
   * @throws AppError SESSION_ENDED without an active session
   */
  async elevate(userId: string, id: string | undefined): Promise<Date> {
    const elevatedUntil = new Date(Date.now() + STEP_UP_MS);
    const elevated = id
      ? await this.sessions.updateOne({ _id: id, userId, ...isActive() }, { $set: { elevatedUntil } })
      : undefined;
    if (!elevated?.matchedCount) throw new AppError('SESSION_ENDED');
    return elevatedUntil;
  }

  async findActive(userId: string, id: string): Promise<SessionRecord | null> {
    return this.sessions.findOne({ _id: id, userId, ...isActive() }).lean<SessionRecord>();
  }

  async deleteEnded(account: SessionOwner): Promise<void> {
    await this.sessions.deleteMany({ userId: account._id, version: { $lt: sessionVersionOf(account) } });
  }

  /** Lists active sessions, most recently used first. @param currentId the session of the calling browser */
  async list(account: SessionOwner, currentId: string | undefined): Promise<Session[]> {
    const sessions = await this.sessions
      .find({ userId: account._id, version: sessionVersionOf(account), ...isActive() })
      .sort({ lastUsedAt: -1 })
      .limit(MAX_LISTED)
      .lean<SessionRecord[]>();
    return sessions.map(({ _id, device, startedAt, lastUsedAt, expiresAt }) => ({
      id: _id,
      device,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: _id === currentId,
    }));
  }

  private async endExcess({ _id: userId }: SessionOwner): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const active = await this.sessions
      .find({ userId, ...isActive() }, { _id: 1 })
      .sort({ lastUsedAt: -1 })
      .limit(MAX_SESSIONS + MAX_LISTED)
      .lean<SessionRecord[]>();
    await Promise.all(active.slice(MAX_SESSIONS).map(({ _id }) => this.endWhere({ _id })));
  }

  /** The event reaches every gateway, which then refuses the session's access tokens. */
  private async endWhere(filter: { _id: string; userId?: string }): Promise<void> {
    const session = await this.sessions.findOne({ ...filter, endedAt: { $exists: false } }).lean<SessionRecord>();
    if (!session) return;
    const event = createEvent('user.revoked', {
      userId: String(session.userId),
      sessionVersion: session.version,
      sessionId: session._id,
      reason: 'logged_out',
    });
    const ended = await this.sessions
      .findOneAndUpdate(
        { ...filter, endedAt: { $exists: false } },
        { $set: { endedAt: new Date() }, $push: { outbox: { $each: [event] } } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<SessionRecord>();
    this.outbox.publishPending(this.sessions, ended);
  }

  private async rotate({ _id, secretHash }: SessionRecord, secret: string): Promise<string | undefined> {
    const salt = createSecret();
    const next = deriveNextSecret(secret, salt);
    const now = new Date();
    const rotated = await this.sessions.updateOne(
      { _id, secretHash },
      { $set: { secretHash: hashSecret(next), replaced: { hash: secretHash, salt, at: now }, lastUsedAt: now } },
      { runValidators: true },
    );
    return rotated.modifiedCount > 0 ? next : undefined;
  }
}

/** `current`: to be replaced; `fresh`: created within the grace period; `late`: replaced within it. */
function stateOf({ secretHash, replaced }: SessionRecord, secret: string): 'current' | 'fresh' | 'late' | 'reused' {
  const hash = hashSecret(secret);
  const isInGrace = replaced !== undefined && Date.now() - replaced.at.getTime() < GRACE_MS;
  if (hash === secretHash) return isInGrace ? 'fresh' : 'current';
  return isInGrace && hash === replaced.hash ? 'late' : 'reused';
}

const lifetimeOf = ({ role }: Pick<SessionOwner, 'role'>): number =>
  isStaff(role) ? STAFF_SESSION_LIFETIME_MS : CUSTOMER_SESSION_LIFETIME_MS;

const maxAgeOf = ({ expiresAt }: Pick<SessionRecord, 'expiresAt'>): number =>
  Math.min(SESSION_IDLE_MS, expiresAt.getTime() - Date.now());

const isActive = (now = Date.now()) => ({
  endedAt: { $exists: false },
  lastUsedAt: { $gt: new Date(now - SESSION_IDLE_MS) },
  expiresAt: { $gt: new Date(now) },
});
