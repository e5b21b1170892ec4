import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { serveLocally } from '../setup/local-server.js';
import { type Email, Emails } from './emails.js';
import { renderEmail, renderList, script, styles } from './mail-pages.js';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const EMAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src data:; form-action 'none'; frame-ancestors 'self'";
/** Any other host name points to this machine by DNS rebinding. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;
const KEY_BYTES = 24;

interface Reply {
  status: number;
  type: string;
  body: string;
  policy?: string;
}
const plain = (status: number, body: string): Reply => ({ status, type: 'text/plain', body });
const html = (body: string): Reply => ({ status: 200, type: 'text/html', body });
const notFound = plain(404, 'There is no such email.');

/** For programs: an email of the list `messages`, newest first. `at` is ISO 8601. */
const toMessage = ({ to, subject, text, html: body, at }: Email) => ({
  to,
  subject,
  text,
  html: body,
  at: new Date(at).toISOString(),
});

function isKey(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function handle(emails: Emails, key: string, { method, url = '/', headers }: IncomingMessage): Promise<Reply> {
  if (!OWN_HOST.test(headers.host ?? '')) return plain(403, 'For this machine only.');
  const { pathname } = new URL(url, 'http://mail');
  // Without empty segments, so that callers may append `/emails/…` to an address that ends with a slash.
  const segments = pathname.split('/').filter(Boolean);
  const [given = '', first = '', file = '', part] = segments.map((segment) => decodeURIComponent(segment));
  if (!isKey(given, key)) return notFound;
  if (method !== 'GET') return plain(405, 'GET only.');
  const base = `/${key}/`;
  if (first === '') return html(renderList(await emails.newest(), base));
  if (first === 'messages' && file === '')
    return { status: 200, type: 'application/json', body: JSON.stringify((await emails.newest()).map(toMessage)) };
  if (first === 'mail.css') return { status: 200, type: 'text/css', body: styles };
  if (first === 'mail.js') return { status: 200, type: 'text/javascript', body: script };
  const email = first === 'emails' ? await emails.find(file) : undefined;
  if (email && part === undefined) return html(renderEmail(email, base));
  return part === 'html' && email?.html !== undefined
    ? { ...html(`<base target="_blank">${email.html}`), policy: EMAIL_POLICY }
    : notFound;
}

/** Serves emails below a path that other users of this machine, who can connect to the port, cannot guess. */
export async function serveMail(folder: string): Promise<{ address: string; close: () => void }> {
  const emails = new Emails(folder);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const { address, close } = await serveLocally((request, response) => {
    void handle(emails, key, request)
      .catch((error: unknown) => plain(error instanceof URIError ? 404 : 500, String(error)))
      .then(({ status, type, body, policy = PAGE_POLICY }) =>
        response
          .writeHead(status, {
            'content-type': `${type}; charset=utf-8`,
            'content-security-policy': policy,
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          })
          .end(body),
      );
  });
  return { address: `${address}/${key}/`, close };
}
