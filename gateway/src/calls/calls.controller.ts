import { Controller, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { Call } from '@rangavalli/contracts/call';
import { type CallKey, type CallResponse, calls, getCall } from '@rangavalli/contracts/calls';
import { errors } from '@rangavalli/contracts/errors';
import type { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import type { BrowserReport } from '@rangavalli/contracts/entities/browser-report';
import type { CspReports as Reports } from '@rangavalli/contracts/entities/csp-report';
import { AppError } from '@rangavalli/service-kit/app-error';
import { HandlesCall, readInput } from '@rangavalli/service-kit/http/call.decorators';
import { Internal } from '@rangavalli/service-kit/http/internal';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { AccessGuard } from '../auth/access.guard.js';
import { HttpsGuard, JwtGuard, OriginGuard } from '../auth/guards.js';
import type { GuardedRequest } from '../auth/session.js';
import { type GatewayConfig, isSecure } from '../config.js';
import { Challenges } from '../limits/challenges.js';
import { RateGuard } from '../limits/rate-limits.js';
import { BrowserReports } from '../reports/browser-reports.js';
import { CspReports } from '../reports/csp-reports.js';
import { SystemReader } from '../system/system.js';
import { Forwarder, type ServiceCall } from './forwarder.js';
import { responseHeaders, sessionCookies } from './headers.js';

const JSON_TYPE = 'application/json';
const CHALLENGE_STATUS = errors.CHALLENGE_REQUIRED.status;

type OwnCalls = {
  [K in keyof typeof gatewayCalls]: (request: GuardedRequest) => CallResponse<K> | Promise<CallResponse<K>>;
};

/**
 * Below the class, each call of the contracts gets a route. `Internal`: the guards below authenticate, not the
 * services' guard.
 */
@Internal()
@UseGuards(HttpsGuard, JwtGuard, RateGuard, AccessGuard, OriginGuard)
@Controller('api')
export class CallsController {
  private readonly own: OwnCalls;

  constructor(
    private readonly forwarder: Forwarder,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly challenges: Challenges,
    system: SystemReader,
    cspReports: CspReports,
    browserReports: BrowserReports,
  ) {
    this.own = {
      'GET /config': () => ({
        success: true,
        razorpay: { keyId: config.RAZORPAY_KEY_ID, checkoutUrl: config.RAZORPAY_CHECKOUT_URL },
        cloudinary: {
          uploadUrl: config.CLOUDINARY_UPLOAD_URL,
          folder: config.CLOUDINARY_FOLDER,
        },
      }),
      'GET /challenge': async () => ({ success: true, challenge: await this.challenges.create() }),
      'POST /csp-reports': async ({ body, headers }) => {
        await cspReports.record(body as Reports, headers);
        return { success: true };
      },
      'POST /browser-reports': async ({ body, headers }) => {
        await browserReports.record(body as BrowserReport, headers);
        return { success: true };
      },
      'GET /system': ({ caller }) => {
        if (!caller) throw new AppError('UNAUTHENTICATED');
        return system.read(caller);
      },
    };
  }

  async handle(key: CallKey, request: GuardedRequest, reply: FastifyReply) {
    const call = getCall(key);
    // Nest also parses forms, and Fastify plain text.
    if (call.body && request.body !== undefined && !isAccepted(call, request.headers['content-type']))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    readInput(key, request);
    if (isOwn(key)) {
      reply.header('cache-control', call.access === 'public' ? 'no-cache' : 'no-store');
      await reply.send(await this.own[key](request));
      return;
    }
    const [method, template] = key.split(' ') as [string, string];
    const forward = call.streamed ? 'stream' : 'forward';
    const upstream = await this.forwarder[forward](call as ServiceCall, method, template, request);
    // The service decides after failed logins; only the gateway creates and verifies challenges.
    if (upstream.status === CHALLENGE_STATUS) throw await this.challenges.error();
    reply.headers(responseHeaders(call, upstream));
    for (const cookie of sessionCookies(call, upstream.headers['set-cookie'], isSecure(this.config)))
      reply.header('set-cookie', cookie);
    await reply.status(upstream.status).send(upstream.body);
  }
}

const isAccepted = ({ accepts = [JSON_TYPE] }: Call, type = '') =>
  accepts.includes((type.split(';', 1)[0] ?? '').trim().toLowerCase());

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
