import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import { isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { UnconfirmedAccounts } from '../accounts/unconfirmed-accounts.js';
import { LoginCodes } from './login-codes.js';
import { type Login, type LoginContext, Logins } from './logins.service.js';

type Verification = CallInput<'POST /users/otp/verify'>['body'];

/** Logins with an emailed code, which prove that the address belongs to the visitor. */
@Injectable()
export class CodeLogins {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly account: AccountsService,
    private readonly unconfirmed: UnconfirmedAccounts,
    private readonly codes: LoginCodes,
    private readonly logins: Logins,
  ) {}

  /**
   * Starts a session of the address's account, which is created if there is none. The code never replaces a second
   * factor, nor the password of staff.
   * @throws AppError LOGIN_CODE_INVALID; PASSWORD_LOGIN_REQUIRED for staff; SECOND_FACTOR_REQUIRED; EMAIL_TAKEN while
   *   the address is reserved for an account that has changed it
   */
  async logIn(verification: Verification, context: LoginContext): Promise<Login> {
    const { email, code } = verification;
    await this.codes.consume(email, code, context.visitor);
    const existing = await this.find(email);
    if (!existing) {
      const created = await this.account.createVerified(verification);
      if (created) return this.logins.proceed(created, context, { isNewAccount: true });
    }
    const account = existing ?? (await this.find(email));
    if (!account) throw new AppError('LOGIN_CODE_INVALID');
    if (isStaff(account.role)) throw new AppError('PASSWORD_LOGIN_REQUIRED');
    if (account.emailVerifiedAt) return this.logins.proceed(account, context);
    const { name, phone } = verification;
    const handedOver = await this.unconfirmed.handOver(account, { name, phone, emailVerifiedAt: new Date() });
    // A simultaneous change: the code is used up, the next one finds the account as it is then.
    if (!handedOver) throw new AppError('LOGIN_CODE_INVALID');
    return this.logins.proceed(handedOver, context);
  }

  private find(email: string): Promise<AccountRecord | null> {
    return this.accounts.findOne({ email, deletedAt: { $exists: false } }).lean<AccountRecord>();
  }
}
