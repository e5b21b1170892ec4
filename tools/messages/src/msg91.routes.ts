import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Faults } from './faults.js';
import type { MessageStore } from './message-store.js';

const MOBILE = /^91[6-9]\d{9}$/;
const flow = z.object({
  template_id: z.string().min(1).optional(),
  recipients: z.array(z.record(z.string(), z.string())).min(1).max(1_000),
});
const otp = z.object({ mobile: z.string(), template_id: z.string().optional(), otp: z.string().optional() });

interface Context {
  config: Config;
  store: MessageStore;
  faults: Faults;
}

const failed = (reply: FastifyReply, status: number, message: string) =>
  reply.status(status).send({ message, type: 'error' });
const requestId = () => randomBytes(12).toString('hex');

/** The flow and OTP calls of MSG91. Like there, errors of the content come with status 200. */
export function registerMsg91(app: FastifyInstance, { config, store, faults }: Context): void {
  const otps = new Map<string, string>();

  app.addHook('preHandler', async (request, reply) => {
    const { authkey } = request.headers;
    const inQuery = (request.query as { authkey?: string }).authkey;
    if ((authkey ?? inQuery) !== config.MSG91_AUTH_KEY) return failed(reply, 401, 'Authentication failure');
    return undefined;
  });

  app.post('/api/v5/flow/', async (request, reply) => {
    const fault = await faults.take('sms');
    if (fault === 'unavailable') return failed(reply, 503, 'Service unavailable');
    if (fault === 'reject') return failed(reply, 200, 'DLT template rejected');
    const parsed = flow.safeParse(request.body);
    if (!parsed.success) return failed(reply, 400, 'Invalid request body');
    const { template_id: template, recipients } = parsed.data;
    if (!template) return failed(reply, 200, 'template id missing');
    if (recipients.some(({ mobiles = '' }) => !MOBILE.test(mobiles)))
      return failed(reply, 200, 'Mobile number is not valid');
    const id = requestId();
    for (const { mobiles = '', CRQID, ...rest } of recipients) {
      const names = Object.keys(rest).filter((name) => /^VAR\d+$/.test(name));
      const sorted = names.toSorted((a, b) => Number(a.slice(3)) - Number(b.slice(3)));
      store.add({
        id,
        channel: 'sms',
        to: mobiles,
        template,
        variables: sorted.map((name) => rest[name] ?? ''),
        at: new Date().toISOString(),
        ...(CRQID ? { eventKey: CRQID } : {}),
      });
    }
    if (fault === 'lost') return reply.hijack().raw.destroy();
    return { message: id, type: 'success' };
  });

  app.post('/api/v5/otp', async (request, reply) => {
    const parsed = otp.safeParse({ ...(request.query as object), ...(request.body as object | null) });
    if (!parsed.success || !MOBILE.test(parsed.data.mobile)) return failed(reply, 200, 'Mobile number is not valid');
    const { mobile, template_id: template, otp: given } = parsed.data;
    const code = given ?? String(randomInt(10_000)).padStart(4, '0');
    otps.set(mobile, code);
    const id = requestId();
    const at = new Date().toISOString();
    store.add({ id, channel: 'otp', to: mobile, variables: [code], at, ...(template ? { template } : {}) });
    return { request_id: id, type: 'success' };
  });

  app.get<{ Querystring: { mobile?: string; otp?: string } }>('/api/v5/otp/verify', async ({ query }, reply) => {
    const { mobile = '', otp: code } = query;
    if (!otps.has(mobile)) return failed(reply, 200, 'OTP expired');
    if (otps.get(mobile) !== code) return failed(reply, 200, 'OTP not match');
    otps.delete(mobile);
    return { message: 'OTP verified success', type: 'success' };
  });

  app.get<{ Querystring: { mobile?: string } }>('/api/v5/otp/retry', async ({ query: { mobile = '' } }, reply) => {
    const code = otps.get(mobile);
    if (!code) return failed(reply, 200, 'No OTP request found to retryotp');
    store.add({ id: requestId(), channel: 'otp', to: mobile, variables: [code], at: new Date().toISOString() });
    return { message: 'OTP retry count maxed out or resent', type: 'success' };
  });
}
