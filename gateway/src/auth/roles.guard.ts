import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { callIn } from './call-in.js';
import type { GuardedRequest } from './session.js';

@Injectable()
export class RolesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { role } = callIn(context);
    if (role === 'public') return true;
    const { session } = context.switchToHttp().getRequest<GuardedRequest>();
    if (!session) throw new AppError('UNAUTHENTICATED');
    if (role === 'customer' || (role === 'admin' && session.identity.role === 'admin')) return true;
    throw new AppError('FORBIDDEN');
  }
}
