import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { phoneDigitsOf } from '@rangavalli/service-kit/database/search-words';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model } from 'mongoose';
import { AddressesService } from '../addresses/addresses.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { ACCOUNT, type AccountRecord, nameWordsOf } from './account.schema.js';
import { revokeAll } from './revocation.js';
import { untrustedFields } from './untrusted-fields.js';

/** Of the owner of the address. */
interface Owner {
  name?: string | undefined;
  phone?: string | undefined;
  /** When the owner proved the address. */
  emailVerifiedAt?: Date;
}

@Injectable()
export class UnconfirmedAccounts {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly sessions: Sessions,
    private readonly addresses: AddressesService,
  ) {}

  /**
   * Hands an account with an unconfirmed address to the owner of the address. Somebody else may have registered it, to
   * share it later: their sessions, password, other ways to log in, request for deletion and default address end.
   * @returns undefined when the account has changed meanwhile
   */
  async handOver(account: AccountRecord, { name, phone, emailVerifiedAt }: Owner): Promise<AccountRecord | undefined> {
    const { guard, increment, event } = revokeAll(account, 'reset');
    const handedOver = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, email: account.email, emailVerifiedAt: { $exists: false }, ...guard },
        {
          $set: {
            ...(emailVerifiedAt ? { emailVerifiedAt } : {}),
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
    if (!handedOver) return undefined;
    this.outbox.publishPending(this.accounts, handedOver);
    await Promise.all([this.sessions.deleteEnded(handedOver), this.addresses.clearDefault(String(handedOver._id))]);
    return handedOver;
  }
}
