import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { brand } from '@rangavalli/contracts/brand';
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '@rangavalli/contracts/entities/second-factor';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, type PasskeyRecord } from '../accounts/account.schema.js';
import type { UserConfig } from '../user.config.js';
import { PasskeyChallenges, type PasskeyPurpose } from './passkey-challenges.js';
import { SecondFactors, toPasskey } from './second-factors.js';

const MAX_PASSKEYS = 10;

/** Loaded at its first use: it would slow every start, and it tries experimental algorithms of Node. */
const webAuthn = () => import('@simplewebauthn/server');

/** Passkeys (WebAuthn). The device verifies the person, so a passkey counts as both factors. */
@Injectable()
export class Passkeys {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    private readonly challenges: PasskeyChallenges,
    private readonly factors: SecondFactors,
  ) {}

  /** @throws AppError PASSKEY_LIMIT */
  async registrationOptions({ _id, name, email, passkeys = [] }: AccountRecord): Promise<PasskeyOptions> {
    if (passkeys.length >= MAX_PASSKEYS) throw new AppError('PASSKEY_LIMIT');
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: brand.name,
      rpID: this.storefront().hostname,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(String(_id), 'hex')),
      attestationType: 'none',
      excludeCredentials: passkeys.map(describe),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.challenges.add(options.challenge, 'register', String(_id));
    return { ...options };
  }

  /**
   * Returns recovery codes with the first second factor of the account.
   * @throws AppError PASSKEY_INVALID; PASSKEY_LIMIT
   */
  async register(
    account: AccountRecord,
    name: string,
    response: PasskeyRegistration,
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] | undefined }> {
    if ((account.passkeys?.length ?? 0) >= MAX_PASSKEYS) throw new AppError('PASSKEY_LIMIT');
    const userId = String(account._id);
    const expectedChallenge = await this.challenges.consume(response.response.clientDataJSON, 'register', userId);
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await orInvalid(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        ...this.expectations(),
      }),
    );
    if (!registrationInfo) throw new AppError('PASSKEY_INVALID');
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    if (await this.accounts.exists({ 'passkeys.id': id })) throw new AppError('PASSKEY_INVALID');
    const passkey: PasskeyRecord = {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      name,
      createdAt: new Date(),
    };
    const recoveryCodes = await this.factors.add(
      account,
      { 'passkeys.id': { $ne: id }, [`passkeys.${MAX_PASSKEYS - 1}`]: { $exists: false } },
      { $push: { passkeys: { $each: [passkey] } } },
    );
    return { passkey: toPasskey(passkey), recoveryCodes };
  }

  /** @param account without one, the browser offers every passkey of this shop */
  async authenticationOptions(
    purpose: Exclude<PasskeyPurpose, 'register'>,
    account?: AccountRecord,
  ): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.storefront().hostname,
      allowCredentials: (account?.passkeys ?? []).map(describe),
      userVerification: 'required',
    });
    await this.challenges.add(options.challenge, purpose, account && String(account._id));
    return { ...options };
  }

  /**
   * Verifies a response and returns the account of its passkey.
   * @param userId the account to which it must belong; without one, any
   * @throws AppError PASSKEY_INVALID
   */
  async verify(
    response: PasskeyAssertion,
    purpose: Exclude<PasskeyPurpose, 'register'>,
    userId?: string,
  ): Promise<AccountRecord> {
    const expectedChallenge = await this.challenges.consume(response.response.clientDataJSON, purpose, userId);
    const account = await this.accounts
      .findOne({ 'passkeys.id': response.id, deletedAt: { $exists: false } })
      .lean<AccountRecord>();
    const passkey = account?.passkeys?.find(({ id }) => id === response.id);
    if (!account || !passkey || (userId && String(account._id) !== userId)) throw new AppError('PASSKEY_INVALID');
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await orInvalid(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        ...this.expectations(),
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }),
    );
    if (!verified) throw new AppError('PASSKEY_INVALID');
    // Guarded by the counter: a copied authenticator that responds at the same time fails.
    const used = await this.accounts.updateOne(
      { _id: account._id, passkeys: { $elemMatch: { id: passkey.id, counter: passkey.counter } } },
      { $set: { 'passkeys.$.counter': authenticationInfo.newCounter, 'passkeys.$.lastUsedAt': new Date() } },
    );
    if (used.matchedCount === 0) throw new AppError('PASSKEY_INVALID');
    return account;
  }

  /** @throws AppError PASSKEY_NOT_FOUND */
  async rename({ _id, passkeys = [] }: AccountRecord, id: string, name: string): Promise<Passkey> {
    const passkey = passkeys.find((one) => one.id === id);
    const renamed = await this.accounts.updateOne(
      { _id, passkeys: { $elemMatch: { id } } },
      { $set: { 'passkeys.$.name': name } },
    );
    if (!passkey || renamed.matchedCount === 0) throw new AppError('PASSKEY_NOT_FOUND');
    return toPasskey({ ...passkey, name });
  }

  /** @throws AppError PASSKEY_NOT_FOUND; SECOND_FACTOR_NEEDED */
  async remove(account: AccountRecord, id: string): Promise<void> {
    const { passkeys = [], totp } = account;
    if (!passkeys.some((passkey) => passkey.id === id)) throw new AppError('PASSKEY_NOT_FOUND');
    const remains = totp !== undefined || passkeys.length > 1;
    // The number of passkeys is guarded, so that two simultaneous removals cannot remove the last two.
    const guard = { passkeys: { $size: passkeys.length }, 'passkeys.id': id };
    await this.factors.remove(account, remains, guard, { $pull: { passkeys: { id } } });
  }

  private storefront(): URL {
    if (!this.config.PUBLIC_URL) throw new AppError('UNAVAILABLE', { cause: new Error('passkeys need PUBLIC_URL') });
    return new URL(this.config.PUBLIC_URL);
  }

  private expectations() {
    const { origin, hostname } = this.storefront();
    return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
  }
}

const describe = ({ id, transports }: PasskeyRecord) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

async function orInvalid<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('PASSKEY_INVALID', { cause });
  }
}
