import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import { readInput } from '@rangavalli/service-kit/http/call.decorators';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../limits/rate-limits.js';
import type { UpstreamAnswer } from '../upstream/whole-answer.js';
import type { Forwarder } from './forwarder.js';

/** Reads that are the same for everybody, by their route. */
const byRoute = new Map(
  (Object.keys(calls) as CallKey[])
    .filter((key) => key.startsWith('GET ') && getCall(key).cacheable)
    .map((key) => {
      const template = key.slice('GET '.length);
      return [
        `/api${template.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        { key, template, call: getCall(key) as Call & { service: ServiceName } },
      ];
    }),
);

/**
 * Fetches everybody's reads for guests without Nest's guards and observables, which cost as much as all else of such a call: nobody's
 * role or cookie matters there. Limits, shapes and the way to the service are those of every call.
 */
export class EarlyReads {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly limits: RateLimits,
  ) {}

  /** Whether a request may be fetched this way. */
  takes(request: FastifyRequest): boolean {
    return (
      request.method === 'GET' &&
      request.headers.authorization === undefined &&
      byRoute.has(request.routeOptions.url ?? '')
    );
  }

  /** @throws AppError as the call would: RATE_LIMITED, VALIDATION_FAILED, UNAVAILABLE, DEADLINE_EXCEEDED */
  async fetch(request: FastifyRequest, reply: FastifyReply): Promise<UpstreamAnswer> {
    const { key, template, call } = byRoute.get(request.routeOptions.url ?? '') as {
      key: CallKey;
      template: string;
      call: Call & { service: ServiceName };
    };
    await this.limits.count(call.limit ?? 'general', request, reply);
    readInput(key, request);
    return this.forwarder.forward(call, 'GET', template, request);
  }
}
