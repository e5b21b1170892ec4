import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Faults } from './faults.js';
import type { MessageStore } from './message-store.js';
import type { Statuses } from './statuses.js';

const MOBILE = /^91[6-9]\d{9}$/;
const parameter = z.object({ type: z.literal('text'), text: z.string().min(1) });
const component = z.object({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.string().optional(),
  index: z.string().optional(),
  parameters: z.array(parameter),
});
const templateMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  type: z.literal('template'),
  template: z.object({
    name: z.string().min(1),
    language: z.object({ code: z.string().min(2) }),
    components: z.array(component).default([]),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

interface Context {
  config: Config;
  store: MessageStore;
  faults: Faults;
  statuses: Statuses;
}

const failed = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply
    .status(status)
    .send({ error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('hex') } });

/** Template messages of the WhatsApp Cloud API. */
export function registerWhatsApp(app: FastifyInstance, { config, store, faults, statuses }: Context): void {
  app.post<{ Params: { version: string; phoneId: string } }>('/:version/:phoneId/messages', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${config.WHATSAPP_ACCESS_TOKEN}`)
      return failed(reply, 401, 190, 'Invalid OAuth access token.');
    if (request.params.phoneId !== config.WHATSAPP_PHONE_ID)
      return failed(reply, 400, 100, `Object with ID '${request.params.phoneId}' does not exist`);
    const fault = await faults.take('whatsapp');
    if (fault === 'unavailable') return failed(reply, 503, 131_016, '(#131016) Service overloaded');
    if (fault === 'reject') return failed(reply, 400, 132_001, '(#132001) Template name does not exist');
    const parsed = templateMessage.safeParse(request.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return failed(reply, 400, 100, `(#100) Invalid parameter: ${issue?.path.join('.')}`);
    }
    const { to, template, biz_opaque_callback_data: key } = parsed.data;
    if (!MOBILE.test(to)) return failed(reply, 400, 131_026, '(#131026) Message undeliverable');
    const id = `wamid.${randomBytes(24).toString('base64url')}`;
    store.add({
      id,
      channel: 'whatsapp',
      to,
      template: template.name,
      variables: template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text)),
      at: new Date().toISOString(),
      ...(key ? { eventKey: key } : {}),
    });
    const facts = { id, to, ...(key ? { key } : {}) };
    statuses.follow(facts, fault === 'undeliverable' ? ['sent', 'failed'] : ['sent', 'delivered']);
    if (fault === 'lost') return reply.hijack().raw.destroy();
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    };
  });
}
