import { Inject, Injectable } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import type { BaseConfig } from '@rangavalli/service-kit/config';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import { correlationId } from '@rangavalli/service-kit/log/context';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Dispatcher } from 'undici';
import type { GuardedRequest } from '../auth/session.js';
import type { UpstreamAnswer } from '../upstream/whole-answer.js';
import { Upstreams } from '../upstream/upstreams.js';
import { sessionHeaders } from './session-cookie.js';

const DEADLINE_MS = 10_000;
/** What a webhook's sender says beside the body; nothing else of a caller's headers goes further. */
const signatureHeaders = ['x-razorpay-signature', 'x-razorpay-event-id'];

/** Passes a checked call on to the service that owns it, byte for byte. */
@Injectable()
export class Forwarder {
  constructor(
    private readonly upstreams: Upstreams,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  /**
   * @param template the call's path with `{parameters}`; the path sent is made from it, never taken from the caller
   * @throws AppError UNAVAILABLE, DEADLINE_EXCEEDED
   */
  forward(
    call: Call & { service: ServiceName },
    method: string,
    template: string,
    request: GuardedRequest,
  ): Promise<UpstreamAnswer> {
    const params = request.params as Record<string, string>;
    const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
    const query = call.query ? (/\?.*$/.exec(request.raw.url ?? '')?.[0] ?? '') : '';
    const body = call.body ? request.rawBody : undefined;
    return this.upstreams.services[call.service].call({
      method: method as Dispatcher.HttpMethod,
      path: path + query,
      template,
      headers: this.headers(call, request, body),
      ...(body ? { body } : {}),
      deadlineMs: call.deadlineMs ?? DEADLINE_MS,
      repeatable: call.idempotent,
    });
  }

  private headers(call: Call, request: GuardedRequest, body: Buffer | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      [REQUEST_ID_HEADER]: correlationId(),
      ...sessionHeaders(call, request.headers),
    };
    if (body) headers['content-type'] = 'application/json';
    if (request.session) headers[IDENTITY_HEADER] = signIdentity(request.session.identity, this.config.INTERNAL_SECRET);
    for (const name of call.rawBody ? signatureHeaders : []) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    return headers;
  }
}
