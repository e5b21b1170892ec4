import { Controller, Header } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';

@Controller()
export class DeliveryController {
  /** The table changes with a release only. Errors carry no cache header: a code may be added. */
  @HandlesCall('GET /delivery/pin/{pincode}')
  @Header('cache-control', 'public, max-age=604800')
  place(@Input() { params: { pincode } }: Input<'GET /delivery/pin/{pincode}'>): CallResponse<'GET /delivery/pin/{pincode}'> {
    const place = findPinPlace(pincode);
    if (!place) throw new AppError('PIN_NOT_FOUND');
    return { success: true, place: { pincode, ...place } };
  }
}
