import { Controller, Res } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply } from 'fastify';
import { PromiseService } from './promise.service.js';

@Controller()
export class PromiseController {
  constructor(private readonly promises: PromiseService) {}

  /** The table changes with a release only. Refusals are not cached: a code may be added. */
  @HandlesCall('GET /delivery/pin/{pincode}')
  place(
    @Input() { params: { pincode } }: Input<'GET /delivery/pin/{pincode}'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): CallResponse<'GET /delivery/pin/{pincode}'> {
    const place = findPinPlace(pincode);
    if (!place) throw new AppError('PIN_NOT_FOUND');
    reply.header('cache-control', 'public, max-age=604800');
    return { success: true, place: { pincode, ...place } };
  }

  @HandlesCall('GET /delivery/promise')
  async promise(@Input() { query }: Input<'GET /delivery/promise'>): Promise<CallResponse<'GET /delivery/promise'>> {
    const { pincode, productId, quantity = [], extraDays = [] } = query;
    const items = productId.map((id, index) => ({
      productId: id,
      quantity: quantity[index] ?? 1,
      extraDays: extraDays[index] ?? 0,
    }));
    return { success: true, promise: await this.promises.forShopper(pincode, items, new Date()) };
  }

  @MessagePattern('rpc.fulfilment.promise.get')
  async find(
    @Payload() { pincode, lines }: CommandRequest<'rpc.fulfilment.promise.get'>,
  ): Promise<CommandReply<'rpc.fulfilment.promise.get'>> {
    if (pincode !== undefined && !findPinPlace(pincode)) return { outcome: 'unknown_pin' };
    const items = lines.map(({ extraDays = 0, ...line }) => ({ ...line, extraDays }));
    const delivery = await this.promises.find(pincode, items, new Date());
    if (!delivery) return { outcome: 'not_served' };
    const { cod, from, to, shipping } = delivery;
    return { outcome: 'served', cod, from, to, shipping };
  }
}
