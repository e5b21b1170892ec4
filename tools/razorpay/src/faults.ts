import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RazorpayError } from './errors.js';
import { webhookMode } from './requests.js';

const rule = z.object({
  /** A request falls under the rule when its path starts with this. */
  path: z.string().startsWith('/').default('/v1/'),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']).optional(),
  delay_ms: z.number().int().min(0).max(120_000).default(0),
  /** Hang up without an answer: `before` the work is done, or `after` it. */
  drop: z.enum(['before', 'after']).optional(),
  /** Of all requests, how many (0 to 1) are answered with `status` instead, undone. */
  error_rate: z.number().min(0).max(1).default(0),
  status: z.union([z.literal(429), z.literal(500), z.literal(502), z.literal(503)]).default(500),
  /** The rule ends after so many requests. */
  times: z.number().int().min(1).optional(),
});

/** The body of `POST /simulate/faults`: the whole set; what is left out is off again. */
export const faultSettings = z.object({
  rules: z.array(rule).default([]),
  /** How webhooks go out where `/simulate/pay` does not say. */
  webhook: webhookMode.default('once'),
});
export type FaultSettings = z.infer<typeof faultSettings>;
type Rule = z.infer<typeof rule>;

/** Troubles on demand. They are forgotten at a restart. */
export class Faults {
  settings: FaultSettings = faultSettings.parse({});
  readonly #dropAfter = new WeakSet<FastifyRequest>();

  /** Applies the rules to everything but health and `/simulate`, which a test must always reach. */
  install(app: FastifyInstance): void {
    app.addHook('preHandler', (request, reply, done) => {
      const found = this.#take(request);
      if (found) this.#trouble(found, request, reply).then(() => done(), done);
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

  async #trouble(found: Rule, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (found.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, found.delay_ms));
    if (found.drop === 'before') {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (Math.random() < found.error_rate) {
      throw serverTrouble(found.status);
    } else if (found.drop === 'after') {
      this.#dropAfter.add(request);
    }
  }

  #take(request: FastifyRequest): Rule | undefined {
    if (request.url.startsWith('/simulate') || request.url.startsWith('/health')) return undefined;
    const index = this.settings.rules.findIndex(
      ({ path, method }) => request.url.startsWith(path) && (method === undefined || method === request.method),
    );
    const found = this.settings.rules[index];
    if (found?.times !== undefined) {
      found.times -= 1;
      if (found.times === 0) this.settings.rules.splice(index, 1);
    }
    return found;
  }
}

function serverTrouble(status: number): RazorpayError {
  return new RazorpayError(
    'SERVER_ERROR',
    'We are facing some trouble completing your request at the moment. Please try again shortly.',
    {},
    status,
  );
}
