import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import { LOGIN_FAILURE_WINDOW_MS, MAX_LOGIN_FAILURES, type UserConfig } from '../user.config.js';

export const LOGIN_FAILURES = 'LoginFailures';

interface LoginFailuresRecord {
  /** SHA-256 of the email, with or without an account. */
  _id: string;
  count: number;
  since: Date;
}

export const loginFailuresSchema = new Schema<LoginFailuresRecord>(
  { _id: String, count: { type: Number, required: true }, since: { type: Date, required: true } },
  { collection: 'login_failures', versionKey: false },
);
loginFailuresSchema.index({ since: 1 }, { expireAfterSeconds: LOGIN_FAILURE_WINDOW_MS / 1000 });

@Injectable()
export class LoginFailures {
  constructor(
    @InjectModel(LOGIN_FAILURES) private readonly model: Model<LoginFailuresRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /**
   * Counts an attempt before its password is verified, so that simultaneous guesses gain nothing.
   * @throws AppError RATE_LIMITED after too many in the window
   */
  async count(email: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const _id = keyOf(email);
    if ((await this.increment(_id)) || (await this.startWindow(_id)) || (await this.increment(_id))) return;
    throw new AppError('RATE_LIMITED', { message: 'Too many wrong passwords. Please try again in 15 minutes.' });
  }

  async clear(email: string): Promise<void> {
    await this.model.deleteOne({ _id: keyOf(email) });
  }

  private async increment(_id: string): Promise<boolean> {
    const counted = await this.model.updateOne(
      { _id, since: { $gt: windowStart() }, count: { $lt: MAX_LOGIN_FAILURES } },
      { $inc: { count: 1 } },
    );
    return counted.matchedCount > 0;
  }

  private async startWindow(_id: string): Promise<boolean> {
    try {
      await this.model.updateOne(
        { _id, since: { $lte: windowStart() } },
        { $set: { count: 1, since: new Date() } },
        { upsert: true, runValidators: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
      return false;
    }
  }
}

const keyOf = (email: string) => createHash('sha256').update(email).digest('base64url');
const windowStart = () => new Date(Date.now() - LOGIN_FAILURE_WINDOW_MS);
