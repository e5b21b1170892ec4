import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import { isStaff } from '@rangavalli/contracts/permissions';
import { phoneDigitsOf } from '@rangavalli/service-kit/database/search-words';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, nameWordsOf } from '../accounts/account.schema.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { revokeAll } from '../accounts/revocation.js';
import { untrustedFields } from '../accounts/untrusted-fields.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { LoginCodes } from './login-codes.js';
import { type Login, type LoginContext, Logins } from './logins.service.js';

type Verification = CallInput<'POST /users/otp/verify'>['body'];

/** Logins with an emailed code, which prove that the address belongs to the visitor. */
@Injectable()
export class CodeLogins {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly account: AccountsService,
    private readonly outbox: Outbox,
    private readonly codes: LoginCodes,
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly addresses: AddressesService,
  ) {}

  /**
   * Starts a session of the address's account, which is created if there is none. The code never replaces a second
   * factor, nor the password of staff.
   * @throws AppError LOGIN_CODE_INVALID; PASSWORD_LOGIN_REQUIRED for staff; SECOND_FACTOR_REQUIRED; EMAIL_TAKEN while
   *   the address is reserved for an account that has changed it
   */
  async logIn(verification: Verification, context: LoginContext): Promise<Login> {
    const { email, code } = verification;
    await this.codes.consume(email, code);
    const existing = await this.find(email);
    if (!existing) {
      const created = await this.account.createVerified(verification);
      if (created) return this.logins.proceed(created, context, { isNewAccount: true });
    }
    const account = existing ?? (await this.find(email));
    if (!account) throw new AppError('LOGIN_CODE_INVALID');
    if (isStaff(account.role)) throw new AppError('PASSWORD_LOGIN_REQUIRED');
    return this.logins.proceed(account.emailVerifiedAt ? account : await this.handOver(account, verification), context);
  }

  private find(email: string): Promise<AccountRecord | null> {
    return this.accounts.findOne({ email, deletedAt: { $exists: false } }).lean<AccountRecord>();
  }

  /**
   * Hands an account with an unconfirmed address to the owner of the address. Somebody else may have registered it, to
   * share it later: their sessions, password, other ways to log in and default address end.
   */
  private async handOver(account: AccountRecord, { name, phone }: Verification): Promise<AccountRecord> {
    const { guard, increment, event } = revokeAll(account, 'reset');
    const handedOver = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, email: account.email, emailVerifiedAt: { $exists: false }, ...guard },
        {
          $set: {
            emailVerifiedAt: new Date(),
            ...(name ? { name, nameWords: nameWordsOf(name) } : {}),
            ...(phone ? { phone, phoneDigits: phoneDigitsOf(phone) } : {}),
          },
          $unset: {
            passwordHash: 1,
            isStaffPassword: 1,
            resetLinks: 1,
            verificationLinks: 1,
            ...untrustedFields(account),
          },
          $inc: increment,
          $push: { outbox: { $each: [event] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    // A simultaneous change: the code is used up, the next one finds the account as it is then.
    if (!handedOver) throw new AppError('LOGIN_CODE_INVALID');
    this.outbox.publishPending(this.accounts, handedOver);
    await Promise.all([this.sessions.deleteEnded(handedOver), this.addresses.clearDefault(String(handedOver._id))]);
    return handedOver;
  }
}
