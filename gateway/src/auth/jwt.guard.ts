import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@rangavalli/service-kit/app-error';
import { callIn } from './call-in.js';
import { type GuardedRequest, type Session, SessionCache } from './session.js';

/**
 * Ignores an invalid token on a public call. While the signing keys are unavailable the error is UNAVAILABLE: nobody
 * is logged out by an outage.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(private readonly sessions: SessionCache) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { authorization } = request.headers;
    const isPublic = callIn(context).role === 'public';
    if (isPublic && !authorization) return true;
    request.session ??= authorization ? this.sessions.get(authorization) : undefined;
    if (request.session) return true;
    try {
      await super.canActivate(context);
    } catch (error) {
      if (!isPublic) throw error;
      return true;
    }
    const { user } = request as GuardedRequest & { user: Session };
    request.session = user;
    if (authorization) this.sessions.set(authorization, user);
    return true;
  }

  override handleRequest<T>(error: unknown, session: T | false | null, info: unknown): T {
    if (info instanceof AppError) throw info;
    if (error || !session) throw new AppError('UNAUTHENTICATED', { cause: error ?? info });
    return session;
  }
}
