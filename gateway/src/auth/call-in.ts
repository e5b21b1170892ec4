import type { ExecutionContext } from '@nestjs/common';
import type { Call } from '@rangavalli/contracts/call';
import { type CallKey, getCall } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CALL_KEY } from '@rangavalli/service-kit/http/call.decorators';

/** @throws AppError FORBIDDEN for a route without a call, which has no role (architecture, invariant 7) */
export function callIn(context: ExecutionContext): Call {
  const key = Reflect.getMetadata(CALL_KEY, context.getHandler()) as CallKey | undefined;
  if (!key) throw new AppError('FORBIDDEN');
  return getCall(key);
}
