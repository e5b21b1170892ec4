import { Controller, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { type CallKey, type CallResponse, calls, getCall } from '@rangavalli/contracts/calls';
import type { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, readInput } from '@rangavalli/service-kit/http/call.decorators';
import { Internal } from '@rangavalli/service-kit/http/internal';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { JwtGuard, OriginGuard, RolesGuard } from '../auth/guards.js';
import type { GuardedRequest, Session } from '../auth/session.js';
import type { GatewayConfig } from '../config.js';
import { RateGuard } from '../limits/rate-limits.js';
import { SystemReader } from '../system/system.js';
import { Forwarder } from './forwarder.js';
import { responseHeaders, sessionCookies } from './headers.js';

type OwnCalls = {
  [K in keyof typeof gatewayCalls]: (session: Session | undefined) => CallResponse<K> | Promise<CallResponse<K>>;
};

/**
 * Below the class, each call of the contracts gets a route. `Internal`: the guards below authenticate, not the
 * services' guard.
 */
@Internal()
@UseGuards(JwtGuard, RateGuard, RolesGuard, OriginGuard)
@Controller('api')
export class CallsController {
  private readonly own: OwnCalls;

  constructor(
    private readonly forwarder: Forwarder,
    @Inject(CONFIG) config: GatewayConfig,
    system: SystemReader,
  ) {
    this.own = {
      'GET /config': () => ({
        success: true,
        razorpay: { keyId: config.RAZORPAY_KEY_ID, checkoutUrl: config.RAZORPAY_CHECKOUT_URL },
        cloudinary: {
          uploadUrl: config.CLOUDINARY_UPLOAD_URL,
          uploadPreset: config.CLOUDINARY_UPLOAD_PRESET,
          folder: config.CLOUDINARY_FOLDER,
        },
      }),
      'GET /system': (session) => {
        if (!session) throw new AppError('UNAUTHENTICATED');
        return system.read(session.identity);
      },
    };
  }

  async handle(key: CallKey, request: GuardedRequest, reply: FastifyReply) {
    const call = getCall(key);
    // Nest also parses forms, and Fastify plain text.
    if (call.body && request.body !== undefined && !isJson(request.headers['content-type']))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    readInput(key, request);
    if (isOwn(key)) {
      reply.header('cache-control', call.role === 'public' ? 'no-cache' : 'no-store');
      await reply.send(await this.own[key](request.session));
      return;
    }
    const [method, template] = key.split(' ') as [string, string];
    const upstream = await this.forwarder.forward(call as Call & { service: ServiceName }, method, template, request);
    reply.headers(responseHeaders(call, upstream));
    for (const cookie of sessionCookies(call, upstream.headers['set-cookie'])) reply.header('set-cookie', cookie);
    await reply.status(upstream.status).send(upstream.body);
  }
}

const isJson = (type = '') => /^application\/json\s*(?:;|$)/i.test(type);

const isOwn = (key: CallKey): key is keyof typeof gatewayCalls => getCall(key).service === 'gateway';

for (const key of Object.keys(calls) as CallKey[]) {
  const route = function (this: CallsController, request: GuardedRequest, reply: FastifyReply) {
    return this.handle(key, request, reply);
  };
  const descriptor = { value: route, writable: true, configurable: true };
  Object.defineProperty(CallsController.prototype, key, descriptor);
  HandlesCall(key)(CallsController.prototype, key, descriptor);
  Req()(CallsController.prototype, key, 0);
  Res()(CallsController.prototype, key, 1);
}
