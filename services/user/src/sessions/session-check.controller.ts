import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, hasSecondFactor, sessionVersionOf } from '../accounts/account.schema.js';
import { needsSecondFactor } from '../second-factor/second-factors.js';
import type { UserConfig } from '../user.config.js';
import { Sessions } from './sessions.service.js';

type Name = 'rpc.user.session.check';

@Controller()
export class SessionCheckController {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    private readonly sessions: Sessions,
  ) {}

  /** Returns the present state in the database, whatever the access token claims. */
  @MessagePattern('rpc.user.session.check')
  async check(@Payload() { userId, sessionId }: CommandRequest<Name>): Promise<CommandReply<Name>> {
    const [account, session] = await Promise.all([
      this.accounts
        .findOne(
          { _id: userId, deletedAt: { $exists: false } },
          { role: 1, sessionVersion: 1, emailVerifiedAt: 1, 'totp.confirmedAt': 1, 'passkeys.id': 1 },
        )
        .lean<AccountRecord>(),
      this.sessions.findActive(userId, sessionId),
    ]);
    if (!account || session?.version !== sessionVersionOf(account)) return { isActive: false };
    const { elevatedUntil } = session;
    return {
      isActive: true,
      sessionVersion: session.version,
      role: account.role,
      emailVerified: account.emailVerifiedAt !== undefined,
      ...(elevatedUntil && elevatedUntil > new Date() ? { elevatedUntil: elevatedUntil.toISOString() } : {}),
      isSecondFactorSetupRequired:
        this.isSecondFactorEnforced() && needsSecondFactor(account) && !hasSecondFactor(account),
    };
  }

  /** Outside production the shop's own account works before its second factor is set up. */
  private isSecondFactorEnforced(): boolean {
    return this.config.NODE_ENV === 'production';
  }
}
