import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { userConfig } from '../user.config.js';
import { type Letter, Mailer } from './mailer.js';

let server: TestMailServer;
let folder: string;
beforeAll(async () => {
  server = await startTestMailServer();
  folder = await mkdtemp(join(tmpdir(), 'rangavalli-letters-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const mailer = (way: { MAIL_DIR: string } | { SMTP_URL: string }) =>
  new Mailer(
    userConfig.parse({
      PORT: '0',
      INTERNAL_SECRET: 'a-secret-for-tests-only',
      MONGODB_URI: 'mongodb://127.0.0.1',
      NATS_URL: 'nats://127.0.0.1',
      ...way,
    }),
  );
const undated = (text = 'no letter') => text.replace(/^Date: .*$/m, 'Date').trimEnd();

test('a letter in the folder is the one that the mail server gets', async () => {
  const letter: Letter = {
    to: 'Mīrā Nāyar <meera@bücher.example>',
    id: 'order-1',
    subject: 'Your order of ₹12,345.50 – மீரா நாயர், with thanks from all of us in Hyderabad',
    text: 'Namaste Mīrā,\n\n  2 × Kanchipuram Pattu (size M): ₹12,345.50, which is 2 = 1 + 1 of them, and a line that is longer than a letter may have \n.\n',
  };
  const inbox = join(folder, 'made', 'by the first letter');
  await mailer({ MAIL_DIR: inbox }).send(letter);
  const smtp = mailer({ SMTP_URL: server.url });
  await smtp.send(letter);
  smtp.onApplicationShutdown();
  expect(await readdir(inbox)).toEqual(['order-1.eml']);
  const laid = await readFile(join(inbox, 'order-1.eml'), 'utf8');
  expect(laid).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(laid).toMatch(/^Message-ID: <order-1@/m);
  expect(undated(laid)).toBe(undated(server.letters[0]));
});
