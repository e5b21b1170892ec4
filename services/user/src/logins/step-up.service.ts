import { Injectable } from '@nestjs/common';
import type { PasskeyOptions, StepUpProof } from '@rangavalli/contracts/entities/second-factor';
import { isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { type AccountRecord, hasSecondFactor } from '../accounts/account.schema.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { LoginFailures } from '../passwords/login-failures.js';
import { verifyPassword } from '../passwords/passwords.js';
import { Passkeys } from '../second-factor/passkeys.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
import { type IssuedToken, Sessions } from '../sessions/sessions.service.js';
import { LoginCodes } from './login-codes.js';

/** Elevates the rights of a session after a fresh proof of who uses it. */
@Injectable()
export class StepUp {
  constructor(
    private readonly accounts: AccountsService,
    private readonly failures: LoginFailures,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly codes: LoginCodes,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Elevates the session, and rotates the secret of its cookie when the browser sent it (ASVS 7.2.4).
   * @throws AppError WRONG_PASSWORD; SECOND_FACTOR_INVALID; PASSKEY_INVALID; LOGIN_CODE_INVALID; RATE_LIMITED;
   *   SESSION_ENDED
   */
  async elevate(
    { id, sessionId }: Identity,
    proof: StepUpProof,
    visitor: Visitor,
    cookie: RefreshToken | undefined,
  ): Promise<{ elevatedUntil: Date; refreshToken: IssuedToken | undefined }> {
    const account = await this.accounts.get(id);
    await this.failures.countProof(sessionId);
    await this.verify(account, proof, visitor);
    await this.failures.clearProof(sessionId);
    const refreshToken = await this.sessions.renew({ sessionId }, cookie);
    return { elevatedUntil: await this.sessions.elevate(id, sessionId), refreshToken };
  }

  /** @throws AppError PASSKEY_NOT_FOUND without a passkey */
  async passkeyOptions(id: string): Promise<PasskeyOptions> {
    const account = await this.accounts.get(id);
    if (!account.passkeys?.length) throw new AppError('PASSKEY_NOT_FOUND');
    return this.passkeys.authenticationOptions('step-up', account);
  }

  private async verify(account: AccountRecord, proof: StepUpProof, visitor: Visitor): Promise<void> {
    const { password, totp, recoveryCode, passkey, emailCode } = proof;
    if (password !== undefined) {
      if (!(await verifyPassword(account.passwordHash, password))) throw new AppError('WRONG_PASSWORD');
    } else if (totp) await this.factors.useTotp(account, totp);
    else if (recoveryCode) await this.factors.useRecoveryCode(account, recoveryCode);
    else if (passkey) await this.passkeys.verify(passkey, 'step-up', String(account._id));
    else if (emailCode && hasOnlyEmailCodes(account)) await this.codes.consume(account.email, emailCode, visitor);
    else throw new AppError('SECOND_FACTOR_INVALID');
  }
}

/** A code does not replace a stronger proof. */
const hasOnlyEmailCodes = (account: AccountRecord): boolean =>
  account.passwordHash === undefined && !hasSecondFactor(account) && !isStaff(account.role);
