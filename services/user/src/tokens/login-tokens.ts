import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { type AccountRecord, sessionVersionOf } from '../accounts/account.schema.js';
import { LOGIN_TOKEN_TTL_S } from '../user.config.js';
import { SharedSecret } from './shared-secret.js';

/** Proof that the password of a login was right, until its second factor completes it. Worthless at the gateway. */
@Injectable()
export class LoginTokens {
  constructor(private readonly secret: SharedSecret) {}

  async issue(account: Pick<AccountRecord, '_id' | 'sessionVersion'>): Promise<string> {
    const expires = Math.floor(Date.now() / 1000) + LOGIN_TOKEN_TTL_S;
    const payload = `${String(account._id)}.${sessionVersionOf(account)}.${expires}`;
    return `${payload}.${await this.secret.sign('login', payload)}`;
  }

  /** @throws AppError SESSION_ENDED for a forged or expired token */
  async verify(token: string): Promise<{ userId: string; version: number }> {
    const parts = /^(([0-9a-f]{24})\.(\d{1,9})\.(\d{10,11}))\.([\w-]{43})$/.exec(token);
    const [, payload = '', userId = '', version = '', expires = '', signature = ''] = parts ?? [];
    if (Number(expires) * 1000 < Date.now() || !(await this.secret.verify('login', payload, signature)))
      throw new AppError('SESSION_ENDED');
    return { userId, version: Number(version) };
  }
}
