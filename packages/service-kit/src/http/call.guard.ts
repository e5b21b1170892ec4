import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type CallKey, getCall } from '@rangavalli/contracts/calls';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { CONFIG } from '../tokens.js';
import { CALL_KEY, type IdentifiedRequest } from './call.decorators.js';
import { IDENTITY_HEADER, verifyIdentity } from './identity.js';
import { INTERNAL_KEY } from './internal.js';

/**
 * Rejects HTTP requests without a declared role and checks the identity (rule 7). Events and commands come from
 * services only.
 */
@Injectable()
export class CallGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const handler = context.getHandler();
    if (this.reflector.getAllAndOverride<boolean>(INTERNAL_KEY, [handler, context.getClass()])) return true;
    const key = this.reflector.get<CallKey | undefined>(CALL_KEY, handler);
    if (!key) throw new AppError('FORBIDDEN');
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const identity = verifyIdentity(request.headers[IDENTITY_HEADER], this.config.INTERNAL_SECRET);
    if (identity) request.identity = identity;
    const { role } = getCall(key);
    if (role === 'public') return true;
    if (!identity) throw new AppError('UNAUTHENTICATED');
    if (role === 'admin' && identity.role !== 'admin') throw new AppError('FORBIDDEN');
    return true;
  }
}
