import { Inject, Injectable } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { fillPath } from '@rangavalli/contracts/path';
import type { BaseConfig } from '@rangavalli/service-kit/config';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { IDENTITY_HEADER, signIdentity } from '@rangavalli/service-kit/http/identity';
import { correlationId } from '@rangavalli/service-kit/log/context';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { GuardedRequest } from '../auth/session.js';
import { Upstreams } from '../upstream/upstreams.js';
import { pickHeaders, sessionHeaders } from './headers.js';

const DEFAULT_DEADLINE_MS = 10_000;
const signatureHeaders = ['x-razorpay-signature', 'x-razorpay-event-id'];

@Injectable()
export class Forwarder {
  constructor(
    private readonly upstreams: Upstreams,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  /** @param template the forwarded path is built from it, never from the caller's */
  forward(call: Call & { service: ServiceName }, method: string, template: string, request: GuardedRequest) {
    const query = call.query ? (/\?.*$/.exec(request.raw.url ?? '')?.[0] ?? '') : '';
    const body = call.body ? request.rawBody : undefined;
    return this.upstreams.services[call.service].call({
      method,
      path: fillPath(template, request.params as Record<string, string>) + query,
      template,
      headers: this.headers(call, request, body),
      body,
      deadlineMs: call.deadlineMs ?? DEFAULT_DEADLINE_MS,
      isRepeatable: call.idempotent,
    });
  }

  private headers(call: Call, request: GuardedRequest, body: Buffer | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      [REQUEST_ID_HEADER]: correlationId(),
      ...sessionHeaders(call, request.headers),
      ...pickHeaders(request.headers, call.rawBody ? signatureHeaders : []),
    };
    if (body) headers['content-type'] = 'application/json';
    if (request.session) headers[IDENTITY_HEADER] = signIdentity(request.session.identity, this.config.INTERNAL_SECRET);
    return headers;
  }
}
