import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Session } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { AccountRecord } from '../accounts/account.schema.js';
import { hashOf, newSecret, type Proof, successorOf } from './secrets.js';
import { SESSION, SESSION_LIFE_MS, type SessionRecord } from './session.schema.js';

/** For so long after its replacement a secret is taken for a late one, not for a stolen one, ms. */
export const GRACE_MS = 10_000;
/** A refresh that others overtook looks again, this often at most. */
const LOOKS = 5;
/** More places than anybody reads through. */
const MOST_SHOWN = 100;

/** What a browser is given at its login. */
export interface BegunSession {
  id: string;
  proof: Proof;
}

/**
 * Who is logged in where. A session is a document with the hash of one secret, which lies in the browser's refresh
 * cookie; whoever shows it gets a new token and, in the same step, a new secret.
 *
 * **When an old secret comes again.** Each secret is replaced by one guarded update, so that of many refreshes at once
 * one replaces and the others find it done. Those others are no thieves: two tabs that woke up together, or a browser
 * whose answer was lost on its way and that asks again. So for `GRACE_MS` after a replacement
 * - the replaced secret is answered with *the same* new one as the first time (it follows from the old one and the
 *   session's salt), so that in whatever order the answers arrive, the browser ends up with the one that counts;
 * - the new secret is answered with itself and not replaced again, so that nothing falls two steps behind meanwhile.
 * After that, any secret but the present one means that two browsers hold copies of one cookie. Nobody can tell who is
 * the thief, so the session ends for both. A thief who used the grace holds the same secret as the owner, and the first
 * refresh of the one ends the session at the next of the other.
 *
 * A new password ends the account's sessions by its `sessionEra`, written with the password itself; that the documents
 * go is tidying up. Nothing here depends on the keys that sign tokens: when they change, everybody stays logged in.
 */
@Injectable()
export class Sessions {
  constructor(
    @InjectModel(SESSION) private readonly sessions: Model<SessionRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Begins a session for somebody who proved who they are.
   * @param account as it was read together with the proof: if the password changes in between, the session never counts
   * @param replacing the cookie that the browser had: nobody will hold it any more
   */
  async begin(
    account: Pick<AccountRecord, '_id' | 'sessionEra'>,
    device: string,
    replacing?: Proof,
  ): Promise<BegunSession> {
    const proof = { id: randomUUID(), secret: newSecret() };
    const now = new Date();
    await this.sessions.insertMany([
      {
        _id: proof.id,
        userId: account._id,
        era: eraOf(account),
        secretHash: hashOf(proof.secret),
        device,
        begunAt: now,
        usedAt: now,
      },
    ]);
    await this.end(replacing);
    return { id: proof.id, proof };
  }

  /**
   * Renews a session by its secret, which is replaced (see above).
   * @param answer makes what the caller gets, of an account that is as the session knew it, or `undefined` when it is
   *   not. It is made before the secret is replaced, so that hardly anything can go wrong afterwards
   * @throws AppError SESSION_ENDED
   */
  async renew<T>(
    proof: Proof | undefined,
    answer: (session: SessionRecord) => Promise<T | undefined>,
  ): Promise<{ proof: Proof; answer: T }> {
    if (!proof) throw new AppError('SESSION_ENDED');
    for (let look = 0; look < LOOKS; look += 1) {
      const session = await this.sessions
        .findOne({ _id: proof.id, usedAt: { $gt: lifeStart() } })
        .lean<SessionRecord>();
      if (!session) throw new AppError('SESSION_ENDED');
      const standing = standingOf(session, proof.secret);
      if (standing === 'stolen') {
        await this.sessions.deleteOne({ _id: proof.id });
        this.logger.warn(
          { sessionId: proof.id, userId: String(session.userId) },
          'a replaced refresh cookie came again: session ended',
        );
        throw new AppError('SESSION_ENDED');
      }
      const made = await answer(session);
      if (made === undefined) {
        await this.sessions.deleteOne({ _id: proof.id });
        throw new AppError('SESSION_ENDED');
      }
      if (standing === 'fresh') return { proof, answer: made };
      if (standing === 'late')
        return { proof: { ...proof, secret: successorOf(proof.secret, session.replaced?.salt ?? '') }, answer: made };
      const next = await this.replace(session, proof);
      if (next) return { proof: next, answer: made };
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Ends the session of a cookie, whichever of its secrets it holds: a wrong one would end it as well. Twice is fine. */
  async end(proof: Proof | undefined): Promise<void> {
    if (proof) await this.sessions.deleteOne({ _id: proof.id });
  }

  /** Ends one of somebody's sessions; another's is left alone, silently. */
  async endOne(userId: string, id: string): Promise<void> {
    await this.sessions.deleteOne({ _id: id, userId });
  }

  /** Takes the sessions away that a new password has ended already. @param era the account's, after the change */
  async tidyUp(userId: AccountRecord['_id'], era: number): Promise<void> {
    await this.sessions.deleteMany({ userId, era: { $lt: era } });
  }

  /** Where somebody is logged in, the latest first. @param current the session of the browser that asks */
  async of(account: Pick<AccountRecord, '_id' | 'sessionEra'>, current: string | undefined): Promise<Session[]> {
    const sessions = await this.sessions
      .find({ userId: account._id, era: eraOf(account), usedAt: { $gt: lifeStart() } })
      .sort({ usedAt: -1 })
      .limit(MOST_SHOWN)
      .lean<SessionRecord[]>();
    return sessions.map(({ _id, device, begunAt, usedAt }) => ({
      id: _id,
      device,
      begunAt: begunAt.toISOString(),
      usedAt: usedAt.toISOString(),
      current: _id === current,
    }));
  }

  /** The one update that replaces a secret, guarded by it; undefined when somebody else was first. */
  private async replace(session: SessionRecord, { id, secret }: Proof): Promise<Proof | undefined> {
    const salt = newSecret();
    const next = successorOf(secret, salt);
    const now = new Date();
    const replaced = await this.sessions.updateOne(
      { _id: id, secretHash: session.secretHash },
      { $set: { secretHash: hashOf(next), replaced: { hash: session.secretHash, salt, at: now }, usedAt: now } },
    );
    return replaced.modifiedCount > 0 ? { id, secret: next } : undefined;
  }
}

/** The account's era: none was written before the first change of the password. */
export const eraOf = ({ sessionEra }: Pick<AccountRecord, 'sessionEra'>): number => sessionEra ?? 0;

/** `present`: to be replaced. `fresh`: present, and only just made. `late`: only just replaced. `stolen`: anything else. */
function standingOf({ secretHash, replaced }: SessionRecord, secret: string): 'present' | 'fresh' | 'late' | 'stolen' {
  const hash = hashOf(secret);
  const inGrace = replaced !== undefined && Date.now() - replaced.at.getTime() < GRACE_MS;
  if (hash === secretHash) return inGrace ? 'fresh' : 'present';
  return inGrace && hash === replaced.hash ? 'late' : 'stolen';
}

const lifeStart = (): Date => new Date(Date.now() - SESSION_LIFE_MS);
