import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RazorpayError } from './errors.js';
import { refundOutcome, webhookMode } from './requests.js';

const SERVER_ERROR_DESCRIPTION =
  'We are facing some trouble completing your request at the moment. Please try again shortly.';

const rule = z.object({
  path: z.string().startsWith('/').default('/v1/'),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']).optional(),
  delay_ms: z.number().int().min(0).max(120_000).default(0),
  /** Closes the connection without a response, `before` or `after` the request takes effect. */
  drop: z.enum(['before', 'after']).optional(),
  /** Share of requests (0 to 1) that fail with `status` and take no effect. */
  error_rate: z.number().min(0).max(1).default(0),
  status: z.union([z.literal(429), z.literal(500), z.literal(502), z.literal(503)]).default(500),
  times: z.number().int().min(1).optional(),
});

/** The body of `POST /simulate/faults`; it replaces all settings. */
export const faultSettings = z.object({
  rules: z.array(rule).default([]),
  /** Default of `/simulate/pay`. */
  webhook: webhookMode.default('once'),
  /** What becomes of refunds; `pending` leaves them to `/simulate/refunds`. */
  refund: refundOutcome.default('processed'),
});
type Rule = z.infer<typeof rule>;

export class Faults {
  settings: z.infer<typeof faultSettings> = faultSettings.parse({});
  readonly #dropAfter = new WeakSet<FastifyRequest>();

  /** Applies the rules to all routes but health and `/simulate`. */
  install(app: FastifyInstance): void {
    app.addHook('preHandler', (request, reply, done) => {
      const matched = this.#takeRule(request);
      if (matched) this.#apply(matched, request, reply).then(() => done(), done);
      else done();
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (this.#dropAfter.has(request)) {
        reply.hijack();
        request.raw.socket.destroy();
      }
      done();
    });
  }

  async #apply(matched: Rule, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (matched.delay_ms > 0) await sleep(matched.delay_ms);
    if (matched.drop === 'before') {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (Math.random() < matched.error_rate) {
      throw new RazorpayError('SERVER_ERROR', SERVER_ERROR_DESCRIPTION, {}, matched.status);
    } else if (matched.drop === 'after') {
      this.#dropAfter.add(request);
    }
  }

  #takeRule(request: FastifyRequest): Rule | undefined {
    if (request.url.startsWith('/simulate') || request.url.startsWith('/health')) return undefined;
    const index = this.settings.rules.findIndex(
      ({ path, method }) => request.url.startsWith(path) && (method === undefined || method === request.method),
    );
    const matched = this.settings.rules[index];
    if (matched?.times !== undefined) {
      matched.times -= 1;
      if (matched.times === 0) this.settings.rules.splice(index, 1);
    }
    return matched;
  }
}
