import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callIn } from '../auth/call-in.js';
import { RateLimits } from './rate-limits.js';

/** Refuses callers that ask too often, once it is known who they are. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.limits.count(
      callIn(context).limit ?? 'general',
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
    );
    return true;
  }
}
