import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { AccountsService } from './accounts.service.js';

@Controller()
export class PhoneCustomersController {
  constructor(private readonly accounts: AccountsService) {}

  @MessagePattern('rpc.user.customer.ensure')
  async ensure(
    @Payload() request: CommandRequest<'rpc.user.customer.ensure'>,
  ): Promise<CommandReply<'rpc.user.customer.ensure'>> {
    const { _id, name, emailVerifiedAt } = await this.accounts.ensureCustomer(request);
    return { userId: String(_id), name, emailVerified: emailVerifiedAt !== undefined };
  }
}
