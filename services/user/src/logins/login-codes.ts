import { createHash, randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { type Model, Schema } from 'mongoose';
import { Emails } from '../emails/emails.js';
import { EmailQuotas } from '../passwords/email-quota.js';
import { SharedSecret } from '../tokens/shared-secret.js';
import {
  LOGIN_CODE_VALID_MINUTES,
  MAX_LOGIN_CODE_ATTEMPTS,
  MAX_LOGIN_CODES_PER_HOUR,
  MAX_LOGIN_CODES_PER_NETWORK,
} from '../user.config.js';

export const LOGIN_CODE = 'LoginCode';
const CODE_LENGTH = 6;

interface LoginCodeRecord {
  /** SHA-256 of the email address: one code per address. */
  _id: string;
  /** HMAC: six digits could be guessed from a plain hash. */
  codeHash: string;
  attempts: number;
  /** By the hash of their network. */
  attemptsFrom?: Record<string, number>;
  expiresAt: Date;
}

export const loginCodeSchema = new Schema<LoginCodeRecord>(
  {
    _id: String,
    codeHash: { type: String, required: true },
    attempts: { type: Number, required: true },
    attemptsFrom: Object,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'login_codes', versionKey: false },
);
loginCodeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/**
 * Emailed codes of six digits, valid once, for ten minutes, five attempts from a network and ten in all. A new code
 * replaces the one before.
 */
@Injectable()
export class LoginCodes {
  constructor(
    @InjectModel(LOGIN_CODE) private readonly codes: Model<LoginCodeRecord>,
    private readonly secret: SharedSecret,
    private readonly quotas: EmailQuotas,
    private readonly emails: Emails,
  ) {}

  /**
   * Emails a code. No account is read: known and unknown addresses cost the same work.
   * @throws AppError RATE_LIMITED after five codes from the network to the address, fifteen to the address, or a
   *   hundred from the network, in an hour; UNAVAILABLE when the email was not sent
   */
  async send(email: string, visitor: Visitor): Promise<void> {
    // The network first: its refused requests must not use up the codes of an address.
    const isWithinQuota =
      (await this.quotas.use('login-code-by-network', visitor.network, MAX_LOGIN_CODES_PER_NETWORK)) &&
      (await this.quotas.useFrom(visitor, 'login-code', email, MAX_LOGIN_CODES_PER_HOUR));
    if (!isWithinQuota)
      throw new AppError('RATE_LIMITED', { message: 'You have requested several codes. Please try again in an hour.' });
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const _id = idOf(email);
    const expiresAt = new Date(Date.now() + LOGIN_CODE_VALID_MINUTES * 60_000);
    const codeHash = await this.secret.sign('login-code', payloadOf({ _id, expiresAt }, code));
    await this.codes.updateOne(
      { _id },
      { $set: { codeHash, attempts: 0, expiresAt }, $unset: { attemptsFrom: 1 } },
      { upsert: true },
    );
    const data = { code, validMinutes: LOGIN_CODE_VALID_MINUTES };
    // Without a name: nobody has proven yet that the address is theirs.
    await this.emails.send({ email, name: '' }, { template: 'login-code', data }, `login-code-${randomUUID()}`);
  }

  /**
   * Uses a code up. An attempt counts before it is compared, so that simultaneous guesses gain nothing. Those of one
   * network leave the owner of the address the attempts from others.
   * @throws AppError LOGIN_CODE_INVALID for a wrong, used, replaced or expired code, and after too many attempts
   */
  async consume(email: string, code: string, { network }: Visitor): Promise<void> {
    const fromNetwork = `attemptsFrom.${idOf(`${email}\n${network}`)}`;
    const attempt = await this.codes
      .findOneAndUpdate(
        {
          _id: idOf(email),
          attempts: { $lt: MAX_LOGIN_CODE_ATTEMPTS.inAll },
          [fromNetwork]: { $not: { $gte: MAX_LOGIN_CODE_ATTEMPTS.fromNetwork } },
          expiresAt: { $gt: new Date() },
        },
        { $inc: { attempts: 1, [fromNetwork]: 1 } },
        { returnDocument: 'after' },
      )
      .lean<LoginCodeRecord>();
    if (!attempt || !(await this.secret.verify('login-code', payloadOf(attempt, code), attempt.codeHash)))
      throw new AppError('LOGIN_CODE_INVALID');
    const { deletedCount } = await this.codes.deleteOne({ _id: attempt._id, codeHash: attempt.codeHash });
    if (deletedCount === 0) throw new AppError('LOGIN_CODE_INVALID');
  }
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const payloadOf = ({ _id, expiresAt }: Pick<LoginCodeRecord, '_id' | 'expiresAt'>, code: string): string =>
  `${_id}.${expiresAt.getTime()}.${code}`;
