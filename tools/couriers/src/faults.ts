import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const rule = z.object({
  path: z.string().startsWith('/').default('/'),
  method: z.enum(['GET', 'POST']).optional(),
  delay_ms: z.number().int().min(0).max(120_000).default(0),
  /** Closes the connection without a response, `before` or `after` the request takes effect. */
  drop: z.enum(['before', 'after']).optional(),
  /** Responds with it, without effect. */
  status: z.literal([200, 400, 401, 429, 500, 503]).optional(),
  body: z.looseObject({}).optional(),
  times: z.number().int().min(1).optional(),
});

/** The body of `POST /simulate/faults`; it replaces all rules. */
export const faultSettings = z.object({ rules: z.array(rule).default([]) });
type Rule = z.infer<typeof rule>;

export class Faults {
  rules: Rule[] = [];
  private readonly dropAfter = new WeakSet<FastifyRequest>();

  /** Applies the rules to all routes but health and `/simulate`. */
  install(app: FastifyInstance): void {
    app.addHook('preHandler', async (request, reply) => {
      const matched = this.take(request);
      if (matched) await this.apply(matched, request, reply);
    });
    app.addHook('onSend', async (request, reply) => {
      if (!this.dropAfter.has(request)) return;
      reply.hijack();
      request.raw.socket.destroy();
    });
  }

  private async apply(matched: Rule, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (matched.delay_ms > 0) await sleep(matched.delay_ms);
    if (matched.drop === 'before') {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (matched.status) {
      const body = matched.body ?? { message: 'The service is busy.', status_code: matched.status };
      await reply.status(matched.status).send(body);
    } else if (matched.drop === 'after') {
      this.dropAfter.add(request);
    }
  }

  private take(request: FastifyRequest): Rule | undefined {
    if (request.url.startsWith('/simulate') || request.url.startsWith('/health')) return undefined;
    const index = this.rules.findIndex(
      ({ path, method }) => request.url.startsWith(path) && (method === undefined || method === request.method),
    );
    const matched = this.rules[index];
    if (matched?.times !== undefined) {
      matched.times -= 1;
      if (matched.times === 0) this.rules.splice(index, 1);
    }
    return matched;
  }
}
