import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import {
  LOGIN_FAILURE_WINDOW_MS,
  MAX_ACCOUNT_LOGIN_FAILURES,
  MAX_LOGIN_FAILURES,
  MAX_PROOF_FAILURES,
  type UserConfig,
} from '../user.config.js';

export const LOGIN_FAILURES = 'LoginFailures';

interface LoginFailuresRecord {
  /** SHA-256 of what is counted: an email, with or without an account, alone or with a network. */
  _id: string;
  count: number;
  since: Date;
}

export const loginFailuresSchema = new Schema<LoginFailuresRecord>(
  { _id: String, count: { type: Number, required: true }, since: { type: Date, required: true } },
  { collection: 'login_failures', versionKey: false },
);
loginFailuresSchema.index({ since: 1 }, { expireAfterSeconds: LOGIN_FAILURE_WINDOW_MS / 1000 });

export interface LoginAttempt {
  email: string;
  visitor: Visitor;
  /** This account has logged in with this browser before. */
  isKnownDevice: boolean;
}

const MAX_ATTEMPTS = 50;

/**
 * Counts wrong passwords per account and network. Too many of them never lock anybody out: further logins need a proof
 * of work, and a device that has logged in before does not even need that.
 */
@Injectable()
export class LoginFailures {
  constructor(
    @InjectModel(LOGIN_FAILURES) private readonly model: Model<LoginFailuresRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /**
   * Counts an attempt before its password is verified, so that simultaneous guesses gain nothing.
   * @throws AppError CHALLENGE_REQUIRED, to which the gateway adds the challenge
   */
  async countLogin({ email, visitor, isKnownDevice }: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMIT === 'off' || isKnownDevice) return;
    const [fromNetwork, ofAccount] = await Promise.all([
      this.increment(networkKey(email, visitor)),
      this.increment(accountKey(email)),
    ]);
    const isSuspicious = fromNetwork > MAX_LOGIN_FAILURES || ofAccount > MAX_ACCOUNT_LOGIN_FAILURES;
    if (isSuspicious && !visitor.hasSolvedChallenge) throw new AppError('CHALLENGE_REQUIRED');
  }

  async clearLogin(email: string, visitor: Visitor): Promise<void> {
    await this.model.deleteMany({ _id: { $in: [networkKey(email, visitor), accountKey(email)] } });
  }

  /**
   * Counts an attempt to prove the identity by somebody who has a session or the password already.
   * @param scope a session, or an account and a device: nobody else is affected
   * @throws AppError RATE_LIMITED
   */
  async countProof(scope: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    if ((await this.increment(proofKey(scope))) > MAX_PROOF_FAILURES)
      throw new AppError('RATE_LIMITED', { message: 'Too many wrong attempts. Please try again in 15 minutes.' });
  }

  async clearProof(scope: string): Promise<void> {
    await this.model.deleteOne({ _id: proofKey(scope) });
  }

  /** Returns the count of the window, this attempt included. */
  private async increment(_id: string): Promise<number> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const windowStart = new Date(Date.now() - LOGIN_FAILURE_WINDOW_MS);
      const counted = await this.model
        .findOneAndUpdate(
          { _id, since: { $gt: windowStart } },
          { $inc: { count: 1 } },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<LoginFailuresRecord>();
      if (counted) return counted.count;
      try {
        await this.model.updateOne(
          { _id, since: { $lte: windowStart } },
          { $set: { count: 1, since: new Date() } },
          { upsert: true, runValidators: true },
        );
        return 1;
      } catch (error) {
        // A simultaneous attempt started the window.
        if (!isDuplicateKeyError(error)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
const networkKey = (email: string, { network }: Visitor) => keyOf('network', email, network);
const accountKey = (email: string) => keyOf('account', email);
const proofKey = (scope: string) => keyOf('proof', scope);
