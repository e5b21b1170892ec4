import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveMail } from './mail-server.js';

let folder: string;
let mail: Awaited<ReturnType<typeof serveMail>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
  mail = await serveMail(folder);
});
afterEach(() => {
  mail.close();
  rmSync(folder, { recursive: true });
});

/** Writes an email into the folder, dated this many seconds after the start of 2026. */
function write(file: string, second: number, headers: string[], body: string): void {
  const place = path.join(folder, file);
  writeFileSync(place, [...headers, 'MIME-Version: 1.0', '', body].join('\r\n'));
  const at = Date.UTC(2026, 0, 1) / 1000 + second;
  utimesSync(place, at, at);
}
const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
const get = async (target: string) => {
  const response = await fetch(mail.address + target);
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    body: await response.text(),
  };
};

test('lists emails, newest first', async () => {
  expect((await get('/')).body).toContain('No emails yet');
  write('order-1.eml', 1, ['To: meera@example.com', 'Subject: First order', ...plain], 'x');
  write('order-2.eml', 2, ['To: "Asha" <asha@example.com>', 'Subject: =?UTF-8?Q?Second_=E2=82=B9?=', ...plain], 'x');
  writeFileSync(path.join(folder, 'order-3.eml.part'), 'half');
  const { body } = await get('/');
  const links = [...body.matchAll(/href="([^"]+\/emails\/[^"]+)"/g)].map(
    ([, link = '']) => new URL(link, mail.address),
  );
  expect(links.map(({ href }) => href)).toEqual([
    `${mail.address}emails/order-2.eml`,
    `${mail.address}emails/order-1.eml`,
  ]);
  expect((await fetch(links[0]!)).status).toBe(200);
  expect(body).toContain('Second ₹');
  expect(body).toContain('Asha &lt;asha@example.com&gt;');
  expect(body).toContain('datetime="2026-01-01T00:00:02.000Z"');
});

test('shows a plain-text email decoded and escaped, with links', async () => {
  write(
    'reset.eml',
    1,
    ['To: meera@example.com', 'Subject: <script>alert(1)</script>', ...plain],
    'Total =E2=82=B9500 <img src=3Dx onerror=3Dalert(1)>\r\nhttp://localhost:8080/reset-password?token=3Da&b=3D1\r\n',
  );
  const { status, body } = await get('/emails/reset.eml');
  expect(status).toBe(200);
  expect(body).toContain('Total ₹500 &lt;img src=x onerror=alert(1)&gt;');
  expect(body).toContain(
    '<a href="http://localhost:8080/reset-password?token=a&amp;b=1" target="_blank" rel="noopener noreferrer">',
  );
  expect(body).not.toContain('<script>');
});

test('lists emails for programs, newest first', async () => {
  write('one.eml', 1, ['To: meera@example.com', 'Subject: First', ...plain], 'Code\r\n\r\n048215\r\n');
  write('two.eml', 2, ['To: asha@example.com', 'Subject: Second', ...plain], 'x');
  const { status, body } = await get('/messages');
  expect(status).toBe(200);
  const messages = JSON.parse(body) as { subject: string }[];
  expect(messages.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(messages[1]).toEqual({
    to: 'meera@example.com',
    subject: 'First',
    text: 'Code\n\n048215\n',
    at: '2026-01-01T00:00:01.000Z',
  });
});

test('shows an HTML email in a sandbox without scripts and external resources', async () => {
  write(
    'html.eml',
    1,
    ['To: meera@example.com', 'Subject: Hello', 'Content-Type: text/html; charset=utf-8'],
    '<p>Namaste</p><script>alert(1)</script>',
  );
  const page = await get('/emails/html.eml');
  expect(page.body).toMatch(
    /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" src="\/[\w-]+\/emails\/html.eml\/html"/,
  );
  expect(page.body).not.toContain('alert(1)');
  expect(page.policy).toContain("script-src 'self'");
  const email = await get('/emails/html.eml/html');
  expect(email.body).toContain('<p>Namaste</p>');
  expect(email.policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
});

test.each([
  '/emails/none.eml',
  '/emails/..%2F..%2Fetc%2Fpasswd',
  '/emails/%2e%2e%2fsecrets.json',
  '/emails/%E0%A4%A',
  '/other',
])('returns 404 for %s', async (target) => {
  expect((await get(target)).status).toBe(404);
});

test('serves emails only below its own address, which others cannot guess', async () => {
  write('reset.eml', 1, ['To: meera@example.com', 'Subject: Reset', ...plain], 'x');
  const { origin, pathname } = new URL(mail.address);
  expect(pathname).toMatch(/^\/[\w-]{32}\/$/);
  const other = await serveMail(folder);
  other.close();
  const targets = ['/', '/emails/reset.eml', '/mail.css', `${pathname.slice(0, -2)}/`, new URL(other.address).pathname];
  for (const target of targets) expect((await fetch(origin + target)).status).toBe(404);
  expect((await fetch(origin, { method: 'POST' })).status).toBe(404);
  for (const address of [mail.address, mail.address.slice(0, -1)]) {
    expect(await (await fetch(address)).text()).toContain('Reset');
    expect((await fetch(`${address}/emails/reset.eml`)).status).toBe(200);
    expect((await fetch(`${address}?after=1`)).status).toBe(200);
  }
  const page = await (await fetch(mail.address)).text();
  for (const [, file = ''] of page.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g))
    expect((await fetch(origin + file)).status).toBe(200);
});

test('rejects other host names and methods', async () => {
  const status = await new Promise((resolve, reject) => {
    request(mail.address, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
  expect((await fetch(mail.address, { method: 'POST' })).status).toBe(405);
});
