import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_IDENTITY_ENV } from '@rangavalli/service-kit/testing/test-identity';
import { notificationConfig } from '../notification.config.js';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { type Email, Mailer } from './mailer.js';

let server: TestMailServer;
let folder: string;
beforeAll(async () => {
  server = await startTestMailServer();
  folder = await mkdtemp(join(tmpdir(), 'rangavalli-mail-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const buildMailer = (transport: { MAIL_DIR: string } | { SMTP_URL: string; NODE_ENV?: 'production' }) =>
  new Mailer(
    notificationConfig.parse({
      PORT: '0',
      ...TEST_IDENTITY_ENV,
      MONGODB_URI: 'mongodb://127.0.0.1',
      NATS_URL: 'nats://127.0.0.1',
      ...transport,
    }),
  );
const withoutDate = (raw = 'no email') => raw.replace(/^Date: .*$/m, 'Date').trimEnd();

test('writes the same email to the folder as it sends to the mail server', async () => {
  const email: Email = {
    to: 'Mīrā Nāyar <meera@bücher.example>',
    id: 'order-1',
    subject: 'Your order of ₹12,345.50 – மீரா நாயர், with thanks from all of us in Hyderabad',
    text:
      'Namaste Mīrā,\n\n  2 × Kanchipuram Pattu (size M): ₹12,345.50, which is 2 = 1 + 1 of them, ' +
      'and a line that is longer than an email line may be \n.\n',
  };
  const inbox = join(folder, 'created', 'by the first email');
  await buildMailer({ MAIL_DIR: inbox }).send(email);
  const smtp = buildMailer({ SMTP_URL: server.url });
  await smtp.send(email);
  smtp.onApplicationShutdown();
  expect(await readdir(inbox)).toEqual(['order-1.eml']);
  // They hold links that reset passwords.
  expect([(await stat(inbox)).mode & 0o777, (await stat(join(inbox, 'order-1.eml'))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect((await stat(inbox)).mode & 0o077).toBe(0);
  expect((await stat(join(inbox, 'order-1.eml'))).mode & 0o077).toBe(0);
  const written = await readFile(join(inbox, 'order-1.eml'), 'utf8');
  expect(written).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(written).toMatch(/^Message-ID: <order-1@/m);
  expect(withoutDate(written)).toBe(withoutDate(server.emails[0]));
});

test('sends nothing without TLS in production', async () => {
  server.emails.length = 0;
  const smtp = buildMailer({ SMTP_URL: server.url, NODE_ENV: 'production' });
  const email = { to: 'meera@example.com', id: 'reset-1', subject: 'Reset', text: 'A link' };
  await expect(smtp.send(email)).rejects.toMatchObject({ code: 'ETLS' });
  smtp.onApplicationShutdown();
  expect(server.emails).toEqual([]);
});
