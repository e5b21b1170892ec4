import { Inject, Injectable } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { fillPath } from '@rangavalli/contracts/path';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { IDENTITY_HEADER, IdentitySigner } from '@rangavalli/service-kit/http/identity';
import { correlationId } from '@rangavalli/service-kit/log/context';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GuardedRequest } from '../auth/session.js';
import { visitorOf } from '../auth/visitor.js';
import { type GatewayConfig, isSecure } from '../config.js';
import type { UpstreamRequest } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { pickHeaders, sessionHeaders } from './headers.js';
import { knownQuery } from './query.js';

const DEFAULT_DEADLINE_MS = 10_000;
const signatureHeaders = ['x-razorpay-signature', 'x-razorpay-event-id', 'x-hub-signature-256', 'x-api-key'];

export type ServiceCall = Call & { service: ServiceName };

@Injectable()
export class Forwarder {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly signer: IdentitySigner,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** @param template the forwarded path is built from it, never from the caller's */
  forward(call: ServiceCall, method: string, template: string, request: GuardedRequest) {
    return this.upstreams.services[call.service].call(this.requestOf(call, method, template, request));
  }

  /** Resolves with the head of the response; its body is passed on while it arrives. */
  stream(call: ServiceCall, method: string, template: string, request: GuardedRequest) {
    return this.upstreams.services[call.service].stream(this.requestOf(call, method, template, request));
  }

  private requestOf(call: ServiceCall, method: string, template: string, request: GuardedRequest): UpstreamRequest {
    const body = call.body ? request.rawBody : undefined;
    return {
      method,
      path: fillPath(template, request.params as Record<string, string>) + knownQuery(call, request.raw.url),
      template,
      headers: this.headers(call, request, body),
      body,
      deadlineMs: call.deadlineMs ?? DEFAULT_DEADLINE_MS,
      isRepeatable: call.idempotent,
    };
  }

  private headers(call: ServiceCall, request: GuardedRequest, body: Buffer | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      [REQUEST_ID_HEADER]: correlationId(),
      ...sessionHeaders(call, request.headers, isSecure(this.config)),
      ...pickHeaders(request.headers, call.rawBody ? signatureHeaders : []),
    };
    if (body) headers['content-type'] = 'application/json';
    // A cached response is the same for everybody.
    if (!call.cacheable)
      headers[IDENTITY_HEADER] = this.signer.sign(call.service, {
        identity: request.caller,
        visitor: visitorOf(request),
      });
    return headers;
  }
}
