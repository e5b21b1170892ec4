import { Controller, Res } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply } from 'fastify';
import { Festivals } from './festivals.service.js';

@Controller()
export class FestivalsController {
  constructor(private readonly festivals: Festivals) {}

  @HandlesCall('GET /delivery/terms')
  async terms(
    @Input() { query }: Input<'GET /delivery/terms'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'GET /delivery/terms'>> {
    const terms = await this.festivals.terms(query.pincode, new Date());
    reply.header('cache-control', 'public, max-age=60');
    return { success: true, terms };
  }

  @MessagePattern('rpc.fulfilment.arrival.get')
  arrival(
    @Payload() { before, pincode }: CommandRequest<'rpc.fulfilment.arrival.get'>,
  ): Promise<CommandReply<'rpc.fulfilment.arrival.get'>> {
    return this.festivals.arrival(before, pincode, new Date());
  }
}
