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
const accountsFile = z.object({
  admin: credentials(STAFF_PASSWORD_MIN_LENGTH),
  shopper: credentials(PASSWORD_MIN_LENGTH),
});
type Credentials = z.infer<typeof accountsFile>['admin'];

/** Creates the shop's own accounts from ACCOUNTS_FILE at every start. */
@Injectable()
export class ShopAccounts implements OnApplicationBootstrap {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const path = this.config.ACCOUNTS_FILE;
    if (!path) return;
    const { admin, shopper } = await readAccountsFile(path);
    await this.accounts.init();
    await this.upsert('Shop Admin', 'owner', admin);
    await this.upsert('Asha Rao', 'user', shopper);
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

async function readAccountsFile(path: string): Promise<z.infer<typeof accountsFile>> {
  try {
    return accountsFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ConfigurationError(
      'ACCOUNTS_FILE cannot be read; expected {"admin": {"email", "password"}, "shopper": {"email", "password"}}:\n' +
        reason,
    );
  }
}
