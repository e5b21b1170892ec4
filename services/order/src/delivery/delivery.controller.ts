import { Controller, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply } from 'fastify';

@Controller()
export class DeliveryController {
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
}
