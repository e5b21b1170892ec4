import { readFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Role } from '@rangavalli/contracts/entities/user';
import { email } from '@rangavalli/contracts/primitives';
import { ConfigurationError } from '@rangavalli/service-kit/config';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { isDuplicate } from '../duplicate.js';
import type { UserConfig } from '../user.config.js';
import { ACCOUNT, type AccountRecord } from './account.schema.js';
import { hashPassword, isPassword } from './passwords.js';

const credentials = z.object({ email, password: z.string().min(8) });
const accountsFile = z.object({ admin: credentials, shopper: credentials });

/** The shop's own accounts, the admin's and a first shopper's: made at the start from a file that the owner keeps. */
@Injectable()
export class ShopAccounts implements OnApplicationBootstrap {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const path = this.config.ACCOUNTS_FILE;
    if (!path) return;
    const { admin, shopper } = await read(path);
    await this.accounts.init();
    await this.ensure('Shop Admin', 'admin', admin);
    await this.ensure('Asha Rao', 'user', shopper);
  }

  /** Makes an account, or gives it the file's password when the file has another one than last time. */
  private async ensure(name: string, role: Role, given: z.infer<typeof credentials>): Promise<void> {
    const known = await this.accounts.findOne({ email: given.email }).lean<AccountRecord>();
    if (known && known.role === role && known.givenHash && (await isPassword(known.givenHash, given.password))) return;
    const passwordHash = await hashPassword(given.password);
    try {
      await this.accounts.updateOne(
        { email: given.email, ...(known?.givenHash ? { givenHash: known.givenHash } : {}) },
        {
          $set: { role, passwordHash, givenHash: passwordHash },
          $inc: { sessionEra: 1 },
          $setOnInsert: { name, createdAt: new Date(), outbox: [] },
        },
        { upsert: true },
      );
    } catch (error) {
      // Another process of this service did the same just now.
      if (!isDuplicate(error)) throw error;
    }
  }
}

async function read(path: string): Promise<z.infer<typeof accountsFile>> {
  try {
    return accountsFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ConfigurationError(
      `ACCOUNTS_FILE can't be read; it should hold {"admin": {"email", "password"}, "shopper": {"email", "password"}}:\n${why}`,
    );
  }
}
