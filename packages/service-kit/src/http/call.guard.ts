import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type CallKey, getCall } from '@rangavalli/contracts/calls';
import { isAllowed } from '@rangavalli/contracts/permissions';
import { AppError } from '../app-error.js';
import { CALL_KEY, type IdentifiedRequest } from './call.decorators.js';
import { IDENTITY_HEADER, IdentityVerifier } from './identity.js';
import { INTERNAL_KEY } from './internal.js';

/**
 * Rejects HTTP requests without declared access and checks the identity (rule 7). Events and commands come from
 * services only.
 */
@Injectable()
export class CallGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: IdentityVerifier,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const handler = context.getHandler();
    if (this.reflector.getAllAndOverride<boolean>(INTERNAL_KEY, [handler, context.getClass()])) return true;
    const key = this.reflector.get<CallKey | undefined>(CALL_KEY, handler);
    if (!key) throw new AppError('FORBIDDEN');
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const { identity, visitor } = this.verifier.verify(request.headers[IDENTITY_HEADER]) ?? {};
    if (identity) request.identity = identity;
    if (visitor) request.visitor = visitor;
    const { access, stepUp } = getCall(key);
    if (!isAllowed(access, identity?.role)) throw new AppError(identity ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    if (stepUp && !((identity?.elevatedUntil ?? 0) > Date.now())) throw new AppError('STEP_UP_REQUIRED');
    return true;
  }
}
