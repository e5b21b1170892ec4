import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Session } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { type AccountRecord, sessionVersionOf } from '../accounts/account.schema.js';
import { SESSION_LIFETIME_MS } from '../user.config.js';
import { createSecret, deriveNextSecret, hashSecret, type RefreshToken } from './refresh-token.js';
import { SESSION, type SessionRecord } from './session.schema.js';

/** A replaced secret is accepted for this time, ms. */
export const GRACE_MS = 10_000;
const MAX_ATTEMPTS = 5;
const MAX_LISTED = 100;

type SessionOwner = Pick<AccountRecord, '_id' | 'sessionVersion'>;

/**
 * Login sessions. The refresh cookie holds a secret of which only the hash is stored; each refresh rotates it.
 *
 * One guarded update replaces a secret. Other tabs and retries may still send the old one: for `GRACE_MS` it yields
 * *the same* new secret (derived from the old one and the session's salt), and the new one is not replaced again.
 * Afterwards any other secret means that two browsers hold copies of one cookie, and the session ends for both.
 *
 * A new password ends sessions by the account's `sessionVersion`; deleting the documents is only cleanup.
 */
@Injectable()
export class Sessions {
  constructor(
    @InjectModel(SESSION) private readonly sessions: Model<SessionRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param account as read when its password was verified: if that changes meanwhile, the session is invalid
   * @param replaced the browser's previous cookie, whose session ends
   */
  async start(account: SessionOwner, device: string, replaced?: RefreshToken): Promise<RefreshToken> {
    const token = { id: randomUUID(), secret: createSecret() };
    const now = new Date();
    await this.sessions.insertMany([
      {
        _id: token.id,
        userId: account._id,
        version: sessionVersionOf(account),
        secretHash: hashSecret(token.secret),
        device,
        startedAt: now,
        lastUsedAt: now,
      },
    ]);
    await this.end(replaced);
    return token;
  }

  /**
   * @param load builds the response, or undefined when the account no longer matches the session; it runs before the
   *   rotation, after which hardly anything can fail
   * @throws AppError SESSION_ENDED
   */
  async refresh<T>(
    token: RefreshToken | undefined,
    load: (session: SessionRecord) => Promise<T | undefined>,
  ): Promise<{ token: RefreshToken; response: T }> {
    if (!token) throw new AppError('SESSION_ENDED');
    const { id, secret } = token;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const session = await this.sessions
        .findOne({ _id: id, lastUsedAt: { $gt: oldestValid() } })
        .lean<SessionRecord>();
      if (!session) throw new AppError('SESSION_ENDED');
      const state = stateOf(session, secret);
      const response = state === 'reused' ? undefined : await load(session);
      if (response === undefined) {
        if (state === 'reused')
          this.logger.warn({ sessionId: id, userId: String(session.userId) }, 'refresh token reused: session ended');
        await this.end(token);
        throw new AppError('SESSION_ENDED');
      }
      if (state === 'fresh') return { token, response };
      if (state === 'late')
        return { token: { id, secret: deriveNextSecret(secret, session.replaced?.salt ?? '') }, response };
      const next = await this.rotate(session, secret);
      if (next) return { token: { id, secret: next }, response };
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Ends the session whatever the secret. Idempotent. */
  async end(token: RefreshToken | undefined): Promise<void> {
    if (token) await this.sessions.deleteOne({ _id: token.id });
  }

  async endOf(userId: string, id: string): Promise<void> {
    await this.sessions.deleteOne({ _id: id, userId });
  }

  async deleteEnded(account: SessionOwner): Promise<void> {
    await this.sessions.deleteMany({ userId: account._id, version: { $lt: sessionVersionOf(account) } });
  }

  /** Lists active sessions, most recently used first. @param currentId the session of the calling browser */
  async list(account: SessionOwner, currentId: string | undefined): Promise<Session[]> {
    const sessions = await this.sessions
      .find({ userId: account._id, version: sessionVersionOf(account), lastUsedAt: { $gt: oldestValid() } })
      .sort({ lastUsedAt: -1 })
      .limit(MAX_LISTED)
      .lean<SessionRecord[]>();
    return sessions.map(({ _id, device, startedAt, lastUsedAt }) => ({
      id: _id,
      device,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: _id === currentId,
    }));
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

const oldestValid = (): Date => new Date(Date.now() - SESSION_LIFETIME_MS);
