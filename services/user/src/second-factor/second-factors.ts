import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { SecondFactor, SecondFactorMethod } from '@rangavalli/contracts/entities/second-factor';
import { rolesWithSecondFactor } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, hasSecondFactor, type PasskeyRecord } from '../accounts/account.schema.js';
import { unchangedVersion } from '../accounts/revocation.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { Emails } from '../emails/emails.js';
import { SecretBox } from '../tokens/secret-box.js';
import { createRecoveryCodes, createSalt, createTotpSecret, hashRecoveryCode, totpStep, totpUri } from './codes.js';

const SETUP_VALID_MS = 15 * 60_000;

type Change = 'added' | 'removed' | 'recovery_codes_replaced';

export const needsSecondFactor = ({ role }: Pick<AccountRecord, 'role'>): boolean =>
  rolesWithSecondFactor.includes(role);

/** Authenticator app and recovery codes of an account; passkeys are in `Passkeys`. */
@Injectable()
export class SecondFactors implements OnApplicationBootstrap {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
    private readonly emails: Emails,
    private readonly box: SecretBox,
  ) {}

  /** Encrypts the stored secrets again during a rotation of the data key. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.box.isRotating) return;
    const withTotp = this.accounts
      .find({ 'totp.confirmedAt': { $exists: true } }, { 'totp.secret': 1 })
      .lean<AccountRecord>()
      .cursor();
    for await (const account of withTotp) await this.resealTotp(account);
  }

  /** A secret that cannot be decrypted is reported: the others and the start do not depend on it. */
  private async resealTotp({ _id, totp }: Pick<AccountRecord, '_id' | 'totp'>): Promise<void> {
    try {
      const secret = totp && this.box.reseal(totp.secret, contextOf({ _id }));
      if (secret)
        await this.accounts.updateOne({ _id, 'totp.secret': totp.secret }, { $set: { 'totp.secret': secret } });
    } catch (error) {
      this.logger.error({ err: error, userId: String(_id) }, 'secret of an authenticator app not encrypted again');
    }
  }

  describe(account: AccountRecord): SecondFactor {
    return {
      isRequired: needsSecondFactor(account),
      isSetUp: hasSecondFactor(account),
      totp: account.totp !== undefined,
      recoveryCodesLeft: account.recoveryCodes?.hashes.length ?? 0,
      passkeys: (account.passkeys ?? []).map(toPasskey),
    };
  }

  methodsOf({ totp, passkeys = [], recoveryCodes }: AccountRecord): SecondFactorMethod[] {
    return [
      ...(totp ? (['totp'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(recoveryCodes?.hashes.length ? (['recoveryCode'] as const) : []),
    ];
  }

  /** The secret counts only once a code of it was confirmed. */
  async startTotp({ _id, email }: AccountRecord): Promise<{ secret: string; uri: string }> {
    const secret = createTotpSecret();
    const pendingTotp = { secret: this.box.seal(secret, contextOf({ _id })), createdAt: new Date() };
    await this.accounts.updateOne({ _id }, { $set: { pendingTotp } });
    return { secret, uri: totpUri(secret, email) };
  }

  /**
   * Returns recovery codes with the first second factor of the account.
   * @throws AppError SECOND_FACTOR_INVALID for a wrong code or without a setup of the last 15 minutes
   */
  async confirmTotp(account: AccountRecord, code: string): Promise<string[] | undefined> {
    const { pendingTotp } = account;
    const isPending = pendingTotp && pendingTotp.createdAt.getTime() > Date.now() - SETUP_VALID_MS;
    const lastStep = isPending ? this.stepOf(account, pendingTotp.secret, code) : undefined;
    if (!pendingTotp || lastStep === undefined) throw new AppError('SECOND_FACTOR_INVALID');
    const totp = { secret: pendingTotp.secret, confirmedAt: new Date(), lastStep };
    return this.add(
      account,
      { 'pendingTotp.secret': pendingTotp.secret },
      { $set: { totp }, $unset: { pendingTotp: 1 } },
    );
  }

  /** @throws AppError SECOND_FACTOR_NEEDED when the role needs a second factor and this is the last one */
  async removeTotp(account: AccountRecord): Promise<void> {
    if (!account.totp) return;
    const remains = (account.passkeys?.length ?? 0) > 0;
    await this.remove(account, remains, { 'totp.secret': account.totp.secret }, { $unset: { totp: 1 } });
  }

  /** @throws AppError SECOND_FACTOR_NEEDED without a second factor to which the codes would belong */
  async replaceRecoveryCodes(account: AccountRecord): Promise<string[]> {
    if (!hasSecondFactor(account))
      throw new AppError('SECOND_FACTOR_NEEDED', { message: 'Please set up an authenticator app or a passkey first.' });
    const { codes, stored } = await buildRecoveryCodes();
    await this.write(account, {}, { $set: { recoveryCodes: stored } }, 'recovery_codes_replaced');
    return codes;
  }

  /** Accepts a code of the authenticator app, each once. @throws AppError SECOND_FACTOR_INVALID */
  async useTotp(account: AccountRecord, code: string): Promise<void> {
    const { _id, totp } = account;
    const step = totp ? this.stepOf(account, totp.secret, code) : undefined;
    if (!totp || step === undefined) throw new AppError('SECOND_FACTOR_INVALID');
    const used = await this.accounts.updateOne(
      { _id, 'totp.secret': totp.secret, 'totp.lastStep': { $lt: step } },
      { $set: { 'totp.lastStep': step } },
    );
    if (used.modifiedCount === 0) throw new AppError('SECOND_FACTOR_INVALID');
  }

  /** Accepts a recovery code, each once. @throws AppError SECOND_FACTOR_INVALID */
  async useRecoveryCode({ _id, recoveryCodes }: AccountRecord, code: string): Promise<void> {
    if (!recoveryCodes) throw new AppError('SECOND_FACTOR_INVALID');
    const hash = await hashRecoveryCode(code, recoveryCodes.salt);
    const used = await this.accounts.updateOne(
      { _id, 'recoveryCodes.salt': recoveryCodes.salt, 'recoveryCodes.hashes': hash },
      { $pull: { 'recoveryCodes.hashes': hash } },
    );
    if (used.modifiedCount === 0) throw new AppError('SECOND_FACTOR_INVALID');
  }

  /** Adds a factor; the first one comes with recovery codes, which are returned. */
  async add(
    account: AccountRecord,
    guard: Record<string, unknown>,
    update: UpdateQuery<AccountRecord>,
  ): Promise<string[] | undefined> {
    const first = account.recoveryCodes ? undefined : await buildRecoveryCodes();
    const $set = { ...update.$set, ...(first ? { recoveryCodes: first.stored } : {}) };
    await this.write(account, guard, { ...update, ...(Object.keys($set).length > 0 ? { $set } : {}) }, 'added');
    return first?.codes;
  }

  /** @throws AppError SECOND_FACTOR_NEEDED */
  async remove(
    account: AccountRecord,
    remains: boolean,
    guard: Record<string, unknown>,
    update: UpdateQuery<AccountRecord>,
  ): Promise<void> {
    if (!remains && needsSecondFactor(account)) throw new AppError('SECOND_FACTOR_NEEDED');
    // Recovery codes stand in for a factor: without one they end too.
    const $unset = { ...update.$unset, ...(remains ? {} : { recoveryCodes: 1 as const }) };
    await this.write(account, guard, { ...update, ...(Object.keys($unset).length > 0 ? { $unset } : {}) }, 'removed');
  }

  private stepOf(account: AccountRecord, sealed: string, code: string): number | undefined {
    return totpStep(this.box.open(sealed, contextOf(account)), code);
  }

  private async write(
    account: AccountRecord,
    guard: Record<string, unknown>,
    update: UpdateQuery<AccountRecord>,
    change: Change,
  ): Promise<void> {
    const audit = auditOfStaff(account, `security.second_factor_${change}`);
    const changed = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, ...unchangedVersion(account), ...guard },
        {
          ...update,
          ...(audit.length > 0 ? { $push: { ...update.$push, outbox: { $each: audit } } } : {}),
        } as UpdateQuery<AccountRecord>,
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    // A simultaneous request changed the factor, or ended all sessions.
    if (!changed) throw new AppError('SECOND_FACTOR_INVALID');
    this.outbox.publishPending(this.accounts, changed);
    const data = { at: new Date().toISOString(), change };
    await this.emails.notify(changed, { template: 'second-factor-changed', data });
  }
}

const contextOf = ({ _id }: Pick<AccountRecord, '_id'>): string => `authenticator app ${String(_id)}`;

async function buildRecoveryCodes() {
  const [codes, salt] = [createRecoveryCodes(), createSalt()];
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)));
  return { codes, stored: { salt, hashes, createdAt: new Date() } };
}

export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRecord) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
});
