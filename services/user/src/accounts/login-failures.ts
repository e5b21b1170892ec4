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

  /**
   * Counts a password before it is looked at, so that of many guesses at once no more are looked at than of as many
   * one after the other. The right one takes the count back by `clear`.
   * @throws AppError RATE_LIMITED after too many in the running window
   */
  async count(email: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const _id = keyOf(email);
    if ((await this.countOn(_id)) || (await this.openWindow(_id)) || (await this.countOn(_id))) return;
    throw new AppError('RATE_LIMITED', {
      message: 'Too many wrong passwords. Please wait a quarter of an hour and try again.',
    });
  }

  /** The right password was given. */
  async clear(email: string): Promise<void> {
    await this.model.deleteOne({ _id: keyOf(email) });
  }

  /** One more in the running window, if there is room. */
  private async countOn(_id: string): Promise<boolean> {
    const counted = await this.model.updateOne(
      { _id, since: { $gt: windowStart() }, count: { $lt: MAX_FAILURES } },
      { $inc: { count: 1 } },
    );
    return counted.matchedCount > 0;
  }

  /** The first of a new window; false when one is running, full or opened just now by another request. */
  private async openWindow(_id: string): Promise<boolean> {
    try {
      await this.model.updateOne(
        { _id, since: { $lte: windowStart() } },
        { $set: { count: 1, since: new Date() } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}

const windowStart = () => new Date(Date.now() - WINDOW_MS);
