import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Model } from 'mongoose';
import { WAITLIST, type WaitlistRecord } from './waitlist.schema.js';

/** An address has at most 20 entries, and a few more of simultaneous requests. */
const MAX_EXPORTED = 100;

type Export = 'rpc.fulfilment.customer.export';

@Controller()
export class WaitlistExportController {
  constructor(@InjectModel(WAITLIST) private readonly entries: Model<WaitlistRecord>) {}

  @MessagePattern('rpc.fulfilment.customer.export')
  async export(@Payload() { email }: CommandRequest<Export>): Promise<CommandReply<Export>> {
    const entries = await this.entries.find({ email }).limit(MAX_EXPORTED).lean<WaitlistRecord[]>();
    return {
      waitlist: entries.map(({ pincode, productId, requestedAt }) => ({
        pincode,
        ...(productId ? { productId } : {}),
        requestedAt: requestedAt.toISOString(),
      })),
    };
  }
}
