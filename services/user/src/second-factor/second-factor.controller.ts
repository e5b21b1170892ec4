import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { AccountsService } from '../accounts/accounts.service.js';
import { LoginFailures } from '../passwords/login-failures.js';
import { Passkeys } from './passkeys.js';
import { SecondFactors } from './second-factors.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly failures: LoginFailures,
  ) {}

  @HandlesCall('GET /users/second-factor')
  async describe(@Caller() { id }: Identity): Promise<CallResponse<'GET /users/second-factor'>> {
    return { success: true, secondFactor: this.factors.describe(await this.accounts.get(id)) };
  }

  @HandlesCall('POST /users/second-factor/totp')
  async startTotp(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/second-factor/totp'>> {
    return { success: true, ...(await this.factors.startTotp(await this.accounts.get(id))) };
  }

  @HandlesCall('POST /users/second-factor/totp/confirm')
  async confirmTotp(
    @Caller() { id, sessionId }: Identity,
    @Input() { body }: Input<'POST /users/second-factor/totp/confirm'>,
  ): Promise<CallResponse<'POST /users/second-factor/totp/confirm'>> {
    await this.failures.countProof(sessionId);
    const recoveryCodes = await this.factors.confirmTotp(await this.accounts.get(id), body.totp);
    await this.failures.clearProof(sessionId);
    return { success: true, message: 'Authenticator app added', ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  @HandlesCall('DELETE /users/second-factor/totp')
  async removeTotp(@Caller() { id }: Identity): Promise<CallResponse<'DELETE /users/second-factor/totp'>> {
    await this.factors.removeTotp(await this.accounts.get(id));
    return { success: true, message: 'Authenticator app removed' };
  }

  @HandlesCall('POST /users/second-factor/recovery-codes')
  async replaceRecoveryCodes(
    @Caller() { id }: Identity,
  ): Promise<CallResponse<'POST /users/second-factor/recovery-codes'>> {
    const recoveryCodes = await this.factors.replaceRecoveryCodes(await this.accounts.get(id));
    return { success: true, message: 'Your earlier recovery codes no longer work.', recoveryCodes };
  }

  @HandlesCall('POST /users/passkeys/options')
  async passkeyOptions(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/passkeys/options'>> {
    return { success: true, options: await this.passkeys.registrationOptions(await this.accounts.get(id)) };
  }

  @HandlesCall('POST /users/passkeys')
  async addPasskey(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'POST /users/passkeys'>,
  ): Promise<CallResponse<'POST /users/passkeys'>> {
    const account = await this.accounts.get(id);
    const { passkey, recoveryCodes } = await this.passkeys.register(account, body.name, body.passkey);
    return { success: true, message: 'Passkey added', passkey, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  @HandlesCall('PATCH /users/passkeys/{id}')
  async renamePasskey(
    @Caller() { id }: Identity,
    @Input() { params, body }: Input<'PATCH /users/passkeys/{id}'>,
  ): Promise<CallResponse<'PATCH /users/passkeys/{id}'>> {
    const passkey = await this.passkeys.rename(await this.accounts.get(id), params.id, body.name);
    return { success: true, message: 'Passkey renamed', passkey };
  }

  @HandlesCall('DELETE /users/passkeys/{id}')
  async removePasskey(
    @Caller() { id }: Identity,
    @Input() { params }: Input<'DELETE /users/passkeys/{id}'>,
  ): Promise<CallResponse<'DELETE /users/passkeys/{id}'>> {
    await this.passkeys.remove(await this.accounts.get(id), params.id);
    return { success: true, message: 'Passkey removed' };
  }
}
