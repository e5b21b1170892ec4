import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { Consents } from '../privacy/consents.js';

type Name = 'rpc.user.contact.get';

/** Where customers can be reached, for the notification service. */
@Controller()
export class ContactsController {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly consents: Consents,
  ) {}

  @MessagePattern('rpc.user.contact.get')
  async get(@Payload() { userId }: CommandRequest<Name>): Promise<CommandReply<Name>> {
    const [account, hasMarketingConsent] = await Promise.all([
      this.accounts
        .findOne({ _id: userId, deletedAt: { $exists: false } }, { name: 1, email: 1, emailVerifiedAt: 1, phone: 1 })
        .lean<AccountRecord>(),
      this.consents.isGranted(userId, 'marketing_email'),
    ]);
    if (!account) return {};
    const { name, email, emailVerifiedAt, phone } = account;
    const emailVerified = emailVerifiedAt !== undefined;
    return {
      contact: {
        email,
        emailVerified,
        hasMarketingConsent,
        ...(emailVerified ? { name } : {}),
        ...(phone ? { phone } : {}),
      },
    };
  }
}
