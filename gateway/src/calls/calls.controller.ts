import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import type { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Internal } from '@rangavalli/service-kit/http/internal';
import { readInput, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply } from 'fastify';
import { JwtGuard } from '../auth/jwt.guard.js';
import { OwnPagesGuard } from '../auth/own-pages.guard.js';
import { RolesGuard } from '../auth/roles.guard.js';
import type { GuardedRequest } from '../auth/session.js';
import { RateGuard } from '../limits/rate.guard.js';
import type { UpstreamAnswer } from '../upstream/whole-answer.js';
import { Forwarder } from './forwarder.js';
import { OwnCalls } from './own-calls.js';
import { passedHeaders } from './passed-headers.js';
import { sessionCookies } from './session-cookie.js';

/**
 * Every call of the contracts under `/api`; its routes are made from the table below the class.
 * `Internal` because the services' guard reads forwarded identities: here the guards below decide.
 */
@Internal()
@UseGuards(JwtGuard, RateGuard, RolesGuard, OwnPagesGuard)
@Controller('api')
export class CallsController {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly own: OwnCalls,
  ) {}

  /** Checks a call's shape and passes it on. */
  async serve(key: CallKey, request: GuardedRequest, reply: FastifyReply): Promise<void> {
    const call = getCall(key);
    // Nest reads forms and Fastify plain text too; calls speak JSON only.
    if (call.body && request.body !== undefined && !isJson(request.headers['content-type']))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    readInput(key, request);
    if (isOwn(key)) {
      await reply
        .header('cache-control', call.role === 'public' ? 'no-cache' : 'no-store')
        .send(await this.own.answers[key](request.session));
      return;
    }
    const [method, template] = key.split(' ') as [string, string];
    const answer = await this.forwarder.forward(call as Call & { service: ServiceName }, method, template, request);
    await this.pass(call, answer, reply);
  }

  private pass(call: Call, answer: UpstreamAnswer, reply: FastifyReply): FastifyReply {
    reply.headers(passedHeaders(call, answer));
    for (const cookie of sessionCookies(call, answer.headers['set-cookie'])) reply.header('set-cookie', cookie);
    return reply.status(answer.status).send(answer.body);
  }
}

const isJson = (type = ''): boolean => /^application\/json\s*(?:;|$)/i.test(type);

const isOwn = (key: CallKey): key is keyof typeof gatewayCalls => getCall(key).service === 'gateway';

for (const key of Object.keys(calls) as CallKey[]) {
  const route = function (this: CallsController, request: GuardedRequest, reply: FastifyReply): Promise<void> {
    return this.serve(key, request, reply);
  };
  const descriptor = { value: route, writable: true, configurable: true };
  Object.defineProperty(CallsController.prototype, key, descriptor);
  HandlesCall(key)(CallsController.prototype, key, descriptor);
  Req()(CallsController.prototype, key, 0);
  Res()(CallsController.prototype, key, 1);
}
