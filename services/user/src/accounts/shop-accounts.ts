import { readFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Role } from '@rangavalli/contracts/entities/user';
import { email } from '@rangavalli/contracts/primitives';
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { ConfigurationError } from '@rangavalli/service-kit/config';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { passwordFields, verifyPassword } from '../passwords/passwords.js';
import type { UserConfig } from '../user.config.js';
import { ACCOUNT, type AccountRecord, nameWordsOf } from './account.schema.js';

const credentials = (minLength: number) => z.object({ email, password: z.string().min(minLength) });
const shopAccounts = z.object({
  admin: credentials(STAFF_PASSWORD_MIN_LENGTH),
  shopper: credentials(PASSWORD_MIN_LENGTH),
});
type Credentials = z.infer<typeof shopAccounts>['admin'];

/** Creates the shop's own accounts from ACCOUNTS or ACCOUNTS_FILE, and from SEED_ACCOUNT, at every start. */
@Injectable()
export class ShopAccounts implements OnApplicationBootstrap {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const accounts = await readAccounts(this.config);
    const seedAccount = readSeedAccount(this.config);
    if (!accounts && !seedAccount) return;
    await this.accounts.init();
    if (accounts) {
      await this.upsert('Shop Admin', 'owner', accounts.admin);
      await this.upsert('Asha Rao', 'user', accounts.shopper);
    }
    // A role without a second factor, which no program has.
    if (seedAccount) await this.upsert('Demo Products', 'catalogue', seedAccount);
  }

  /** Overwrites the password only when the file's has changed since the last start. */
  private async upsert(name: string, role: Role, { email: address, password }: Credentials) {
    const stored = await this.accounts.findOne({ email: address }).lean<AccountRecord>();
    if (stored?.role === role && stored.filePasswordHash && (await verifyPassword(stored.filePasswordHash, password)))
      return;
    const fields = await passwordFields(password);
    try {
      await this.accounts.updateOne(
        {
          email: address,
          ...(stored?.filePasswordHash ? { filePasswordHash: stored.filePasswordHash } : {}),
        },
        {
          // The shop's own addresses need no confirmation.
          $set: { role, ...fields, filePasswordHash: fields.passwordHash, emailVerifiedAt: new Date() },
          $inc: { sessionVersion: 1 },
          $setOnInsert: { name, nameWords: nameWordsOf(name), createdAt: new Date(), outbox: [] },
        },
        { upsert: true, runValidators: true },
      );
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
  }
}

async function readAccounts({
  ACCOUNTS,
  ACCOUNTS_FILE,
}: UserConfig): Promise<z.infer<typeof shopAccounts> | undefined> {
  if (!ACCOUNTS && !ACCOUNTS_FILE) return undefined;
  try {
    return shopAccounts.parse(JSON.parse(ACCOUNTS ?? (await readFile(ACCOUNTS_FILE!, 'utf8'))));
  } catch (error) {
    const expected = '{"admin": {"email", "password"}, "shopper": {"email", "password"}}';
    throw unreadable(ACCOUNTS ? 'ACCOUNTS' : 'ACCOUNTS_FILE', expected, error);
  }
}

function readSeedAccount({ SEED_ACCOUNT }: UserConfig): Credentials | undefined {
  if (!SEED_ACCOUNT) return undefined;
  try {
    return credentials(STAFF_PASSWORD_MIN_LENGTH).parse(JSON.parse(SEED_ACCOUNT));
  } catch (error) {
    throw unreadable('SEED_ACCOUNT', '{"email", "password"}', error);
  }
}

function unreadable(name: string, expected: string, error: unknown): ConfigurationError {
  // The message of a SyntaxError quotes the text, which has passwords.
  const other = error instanceof SyntaxError ? 'not JSON' : String(error);
  const reason = error instanceof z.ZodError ? z.prettifyError(error) : other;
  return new ConfigurationError(`${name} cannot be read; expected ${expected}:\n${reason}`);
}
