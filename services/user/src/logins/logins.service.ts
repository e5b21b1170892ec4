import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  SecondFactorDetails,
} from '@rangavalli/contracts/entities/second-factor';
import type { User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, hasSecondFactor, sessionVersionOf } from '../accounts/account.schema.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { Devices } from '../devices/devices.js';
import { Emails } from '../emails/emails.js';
import { LoginFailures } from '../passwords/login-failures.js';
import { verifyPassword } from '../passwords/passwords.js';
import { Passkeys } from '../second-factor/passkeys.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
import type { SessionRecord } from '../sessions/session.schema.js';
import { type IssuedToken, Sessions } from '../sessions/sessions.service.js';
import { LoginTokens } from '../tokens/login-tokens.js';
import { Tokens } from '../tokens/tokens.js';

/** The browser that logs in. */
export interface LoginContext {
  visitor: Visitor;
  /** From its user agent, for people. */
  device: string;
  /** Of its previous session, which ends. */
  refreshToken: RefreshToken | undefined;
  deviceCookie: string | undefined;
}

export interface Login {
  token: string;
  user: User;
  refreshToken: IssuedToken;
  deviceCookie: string;
}

@Injectable()
export class Logins {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly account: AccountsService,
    private readonly outbox: Outbox,
    private readonly failures: LoginFailures,
    private readonly devices: Devices,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly loginTokens: LoginTokens,
    private readonly emails: Emails,
  ) {}

  /**
   * Starts a session. An unknown email takes the same time and gets the same error as a wrong password.
   * @throws AppError INVALID_CREDENTIALS; CHALLENGE_REQUIRED after too many wrong passwords; SECOND_FACTOR_REQUIRED
   */
  async logIn({ email, password }: CallInput<'POST /users/login'>['body'], context: LoginContext): Promise<Login> {
    const account = await this.accounts.findOne({ email, deletedAt: { $exists: false } }).lean<AccountRecord>();
    const { visitor, deviceCookie } = context;
    const isKnownDevice = await this.devices.isKnown(deviceCookie, account ? String(account._id) : email);
    await this.failures.countLogin({ email, visitor, isKnownDevice });
    if (!(await verifyPassword(account?.passwordHash, password)) || !account) throw new AppError('INVALID_CREDENTIALS');
    await this.failures.clearLogin(email, visitor);
    return this.proceed(account, context);
  }

  /**
   * Starts a session of an account whose first factor was right.
   * @throws AppError SECOND_FACTOR_REQUIRED
   */
  async proceed(account: AccountRecord, context: LoginContext, options?: { isNewAccount: boolean }): Promise<Login> {
    if (hasSecondFactor(account))
      throw new AppError('SECOND_FACTOR_REQUIRED', { details: await this.buildDetails(account) });
    return this.start(account, context, options);
  }

  /**
   * Completes a login whose password was right.
   * @throws AppError SESSION_ENDED when the login took too long or the password has changed meanwhile;
   *   SECOND_FACTOR_INVALID; PASSKEY_INVALID; RATE_LIMITED
   */
  async confirm(
    { loginToken, totp, recoveryCode, passkey }: CallInput<'POST /users/login/second-factor'>['body'],
    context: LoginContext,
  ): Promise<Login> {
    const { userId, version } = await this.loginTokens.verify(loginToken);
    const account = await this.accounts.findOne({ _id: userId, deletedAt: { $exists: false } }).lean<AccountRecord>();
    if (!account || sessionVersionOf(account) !== version) throw new AppError('SESSION_ENDED');
    // Somebody who has only the password cannot use up the attempts of a device that has logged in before.
    const isKnownDevice = await this.devices.isKnown(context.deviceCookie, userId);
    const scope = `second factor ${userId} ${isKnownDevice ? (context.deviceCookie ?? '') : 'elsewhere'}`;
    await this.failures.countProof(scope);
    if (totp) await this.factors.useTotp(account, totp);
    else if (recoveryCode) await this.factors.useRecoveryCode(account, recoveryCode);
    else if (passkey) await this.passkeys.verify(passkey, 'second-factor', userId);
    else throw new AppError('SECOND_FACTOR_INVALID');
    await this.failures.clearProof(scope);
    return this.start(account, context);
  }

  passkeyOptions(): Promise<PasskeyOptions> {
    return this.passkeys.authenticationOptions('login');
  }

  /** @throws AppError PASSKEY_INVALID */
  async logInWithPasskey(passkey: PasskeyAssertion, context: LoginContext): Promise<Login> {
    return this.start(await this.passkeys.verify(passkey, 'login'), context);
  }

  /** Returns undefined when the password or the role changed or the account is gone. */
  async resume({ _id, userId, version }: SessionRecord): Promise<{ token: string; user: User } | undefined> {
    const account = await this.accounts.findOne({ _id: userId, deletedAt: { $exists: false } }).lean<AccountRecord>();
    if (!account || sessionVersionOf(account) !== version) return undefined;
    const [token, user] = await Promise.all([this.tokens.issue(account, _id), this.account.withOrders(account)]);
    return { token, user };
  }

  private async buildDetails(account: AccountRecord): Promise<SecondFactorDetails> {
    const methods = this.factors.methodsOf(account);
    return {
      loginToken: await this.loginTokens.issue(account),
      methods,
      ...(methods.includes('passkey')
        ? { passkeyOptions: await this.passkeys.authenticationOptions('second-factor', account) }
        : {}),
    };
  }

  private async start(
    account: AccountRecord,
    { device, refreshToken, deviceCookie }: LoginContext,
    { isNewAccount }: { isNewAccount: boolean } = { isNewAccount: false },
  ): Promise<Login> {
    const userId = String(account._id);
    const [issued, browser, user] = await Promise.all([
      this.sessions.start(account, device, refreshToken),
      this.devices.recordLogin(deviceCookie, userId),
      this.account.withOrders(account),
      this.recordLogin(account, device),
    ]);
    if (browser.isNew && !isNewAccount)
      await this.emails.notify(account, { template: 'new-device', data: { at: new Date().toISOString(), device } });
    const token = await this.tokens.issue(account, issued.id);
    return { token, user, refreshToken: issued, deviceCookie: browser.cookie };
  }

  private async recordLogin(account: AccountRecord, device: string): Promise<void> {
    const audit = auditOfStaff(account, 'session.started', [{ field: 'device', to: device }]);
    const recorded = await this.accounts
      .findOneAndUpdate(
        { _id: account._id },
        {
          $set: { lastLoginAt: new Date() },
          ...(audit.length > 0 ? { $push: { outbox: { $each: audit } } } : {}),
        },
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    this.outbox.publishPending(this.accounts, recorded);
  }
}
