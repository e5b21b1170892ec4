import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@rangavalli/service-kit/app-error';
import { callIn } from './call-in.js';
import type { GuardedRequest, Session } from './session.js';
import { TokenMemory } from './token-memory.js';

/**
 * Finds out who calls. On a public call a bad token is as good as none; everywhere else it is refused.
 * While the keys can't be had nobody is called a stranger: that is UNAVAILABLE, not UNAUTHENTICATED.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  private readonly verified = new TokenMemory();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { authorization } = request.headers;
    const known = authorization ? this.verified.get(authorization) : undefined;
    if (known) {
      request.session = known;
      return true;
    }
    const isPublic = callIn(context).role === 'public';
    if (isPublic && !authorization) return true;
    try {
      await super.canActivate(context);
    } catch (error) {
      if (!isPublic) throw error;
      return true;
    }
    const { user } = request as GuardedRequest & { user: Session };
    request.session = user;
    if (authorization) this.verified.set(authorization, user);
    return true;
  }

  override handleRequest<T>(error: unknown, session: T | false | null, info: unknown): T {
    if (info instanceof AppError) throw info;
    if (error || !session) throw new AppError('UNAUTHENTICATED', { cause: error ?? info });
    return session;
  }
}
