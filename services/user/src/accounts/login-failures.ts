import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import type { UserConfig } from '../user.config.js';
import { LOGIN_FAILURES, type LoginFailuresRecord, MAX_FAILURES, WINDOW_MS } from './login-failures.schema.js';

const keyOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** Slows down whoever guesses passwords. Addresses with and without an account are treated alike. */
@Injectable()
export class LoginFailures {
  constructor(
    @InjectModel(LOGIN_FAILURES) private readonly model: Model<LoginFailuresRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** @throws AppError RATE_LIMITED after too many wrong passwords */
  async check(email: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const failures = await this.model.findOne({ _id: keyOf(email), since: { $gt: windowStart() } }).lean();
    if (failures && failures.count >= MAX_FAILURES) throw new AppError('RATE_LIMITED', { message: 'Too many wrong passwords. Please wait a quarter of an hour and try again.' });
  }

  /** Counts one wrong password: on in the running window, or first of a new one. */
  async add(email: string): Promise<void> {
    const _id = keyOf(email);
    const counted = await this.model.updateOne({ _id, since: { $gt: windowStart() } }, { $inc: { count: 1 } });
    if (counted.matchedCount > 0) return;
    try {
      await this.model.updateOne({ _id, since: { $lte: windowStart() } }, { $set: { count: 1, since: new Date() } }, { upsert: true });
    } catch (error) {
      // Another request opened the window in between.
      if (!isDuplicate(error)) throw error;
      await this.model.updateOne({ _id }, { $inc: { count: 1 } });
    }
  }

  /** The right password was given. */
  async clear(email: string): Promise<void> {
    await this.model.deleteOne({ _id: keyOf(email) });
  }
}

const windowStart = () => new Date(Date.now() - WINDOW_MS);
