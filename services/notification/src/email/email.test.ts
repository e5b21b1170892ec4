import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';

let service: TestNotification;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startTestMailServer();
  service = await startTestNotification({ SMTP_URL: mail.url, EMAIL_LOG_RETENTION_DAYS: '45' });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});
beforeEach(() => {
  mail.rejection = undefined;
  mail.delayMs = 0;
  mail.emails.length = 0;
});

const token = 'secret-token-in-the-link';
const log = () => service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
const send = (messageId: string, deadlineMs?: number) =>
  service.app.get(Commands).request(
    'rpc.notification.email.send',
    {
      messageId,
      template: 'password-reset',
      to: 'meera@example.com',
      data: { name: 'Meera', link: `http://localhost:3000/reset-password#token=${token}`, validMinutes: 30 },
    },
    deadlineMs,
  );

test('sends a password reset email once per message id, and does not store its link', async () => {
  const id = randomUUID();
  expect(await send(id)).toEqual({ outcome: 'sent' });
  expect(await send(id)).toEqual({ outcome: 'sent' });
  expect(mail.emails).toHaveLength(1);
  expect(mail.emails[0]?.replaceAll('=\n', '')).toContain(token);
  const row = await log().findById(id).lean();
  expect(row).toMatchObject({ kind: 'account_notice', to: 'meera@example.com', state: 'sent', attempts: 1 });
  expect(JSON.stringify(row)).not.toContain(token);
});

test('sends one email for simultaneous requests', async () => {
  const id = randomUUID();
  const sent = { outcome: 'sent' };
  expect(await Promise.all([send(id), send(id), send(id)])).toEqual([sent, sent, sent]);
  expect(mail.emails).toHaveLength(1);
});

test('fails when the mail server rejects the email, and sends it at the next request', async () => {
  const id = randomUUID();
  mail.rejection = '451 try later';
  await expect(send(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await log().findById(id).lean()).toMatchObject({ state: 'failed', attempts: 1 });
  mail.rejection = undefined;
  expect(await send(id)).toEqual({ outcome: 'sent' });
  expect(mail.emails).toHaveLength(1);
});

describe('a mail server that takes longer than one attempt', () => {
  beforeEach(() => void (mail.delayMs = 1_000));

  test('delays the reply, and gets one email', async () => {
    expect(await send(randomUUID())).toEqual({ outcome: 'sent' });
    expect(mail.emails).toHaveLength(1);
  });

  test('makes the request fail when it rejects the email', async () => {
    mail.rejection = '451 try later';
    await expect(send(randomUUID(), 3_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(mail.emails).toEqual([]);
  });
});

test('log entries expire after the days of the setting', async () => {
  await eventually(async () =>
    expect(await log().collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 45 * 86_400 }),
    ),
  );
});
