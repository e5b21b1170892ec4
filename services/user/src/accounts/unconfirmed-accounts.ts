import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import { phoneDigitsOf } from '@rangavalli/service-kit/database/search-words';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model } from 'mongoose';
import { AddressesService } from '../addresses/addresses.service.js';
import { Consents } from '../privacy/consents.js';
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
    private readonly consents: Consents,
  ) {}

  /**
   * Hands an account with an unconfirmed address to the owner of the address. Somebody else may have registered it, to
   * share it later: their sessions, password, other ways to log in, phone number, consent to marketing, request for
   * deletion and default address end, and what they decided about notifications.
   * @returns undefined when the account has changed meanwhile
   */
  async handOver(account: AccountRecord, { name, phone, emailVerifiedAt }: Owner): Promise<AccountRecord | undefined> {
    await this.withdrawConsent(account);
    const { guard, increment, event } = revokeAll(account, 'reset', true);
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
            ...untrustedFields(account, phone),
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

  /**
   * Withdraws the consent to marketing of an account whose owner confirms the address. Before the account changes: the
   * owner's next attempt withdraws it after a failure in between.
   */
  async withdrawConsent({ _id, emailVerifiedAt }: AccountRecord): Promise<void> {
    const userId = String(_id);
    const purpose = 'marketing_email';
    if (emailVerifiedAt || !(await this.consents.isGranted(userId, purpose))) return;
    await this.consents.add(userId, { purpose, granted: false, noticeVersion: PRIVACY_NOTICE_VERSION });
  }
}
