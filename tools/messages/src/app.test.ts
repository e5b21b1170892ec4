import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.js';
import { readConfig } from './config.js';

let folder: string;
let shop: Server;
let app: FastifyInstance;
const webhooks: { body: string; signature: unknown }[] = [];
const start = () => {
  const { port } = shop.address() as AddressInfo;
  return createApp(
    readConfig({
      DATA_DIR: folder,
      MSG91_AUTH_KEY: 'key',
      WHATSAPP_ACCESS_TOKEN: 'token',
      WHATSAPP_PHONE_ID: '1',
      WHATSAPP_APP_SECRET: 'secret',
      WHATSAPP_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      STATUS_DELAY_MS: '1',
      LOG_LEVEL: 'silent',
    }),
  );
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'));
  shop = createServer((request, response) => {
    void text(request).then((body) => {
      webhooks.push({ body, signature: request.headers['x-hub-signature-256'] });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  app = start();
});
afterAll(async () => {
  await app.close();
  shop.close();
  await rm(folder, { recursive: true, force: true });
});

const sms = (body: object, authkey = 'key') =>
  app.inject({ method: 'POST', url: '/api/v5/flow/', headers: { authkey }, payload: body });
const recipients = [{ mobiles: '919848010407', VAR1: 'a', VAR2: 'b', CRQID: 'order-1' }];
const whatsApp = (to: string) =>
  app.inject({
    method: 'POST',
    url: '/v23.0/1/messages',
    headers: { authorization: 'Bearer token' },
    payload: {
      messaging_product: 'whatsapp',
      to,
      type: 'template',
      template: { name: 'delivered', language: { code: 'en' } },
      biz_opaque_callback_data: 'parcel-1',
    },
  });
const list = async (query = '') =>
  (await app.inject({ url: `/messages${query}` })).json<{ messages: object[] }>().messages;

test('MSG91 needs the key, a template and an Indian mobile number, and reports errors with status 200', async () => {
  expect((await sms({ template_id: 't', recipients }, 'wrong')).statusCode).toBe(401);
  for (const [body, message] of [
    [{ recipients }, 'template id missing'],
    [{ template_id: 't', recipients: [{ mobiles: '9848010407' }] }, 'Mobile number is not valid'],
  ] as const)
    expect((await sms(body)).json()).toEqual({ type: 'error', message });
  expect((await sms({ template_id: 't', recipients })).json()).toMatchObject({ type: 'success' });
  expect(await list('?channel=sms')).toEqual([
    expect.objectContaining({ to: '919848010407', template: 't', variables: ['a', 'b'], eventKey: 'order-1' }),
  ]);
});

test('WhatsApp returns an id; signed statuses follow, each twice', async () => {
  expect((await whatsApp('123')).json()).toMatchObject({ error: { code: 131_026 } });
  const { messages } = (await whatsApp('919848010407')).json<{ messages: { id: string }[] }>();
  expect(messages[0]?.id).toMatch(/^wamid\./);
  for (const until = Date.now() + 5_000; webhooks.length < 4 && Date.now() < until;)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(webhooks).toHaveLength(4);
  for (const { body, signature } of webhooks) {
    expect(signature).toBe(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`);
    expect(body).toContain('"biz_opaque_callback_data":"parcel-1"');
  }
});

test('lists what it accepted before a restart', async () => {
  const before = await list();
  const restarted = start();
  expect((await restarted.inject({ url: '/messages' })).json<{ messages: object[] }>().messages).toEqual(before);
  await restarted.close();
});
