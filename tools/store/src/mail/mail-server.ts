import type { IncomingMessage } from 'node:http';
import { serveLocally } from '../setup/local-server.js';
import { Emails } from './emails.js';
import { renderEmail, renderList, script, styles } from './mail-pages.js';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const EMAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src data:; form-action 'none'; frame-ancestors 'self'";
/** Any other host name points to this machine by DNS rebinding. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

interface Reply {
  status: number;
  type: string;
  body: string;
  policy?: string;
}
const plain = (status: number, body: string): Reply => ({ status, type: 'text/plain', body });
const html = (body: string): Reply => ({ status: 200, type: 'text/html', body });

async function handle(emails: Emails, { method, url = '/', headers }: IncomingMessage): Promise<Reply> {
  if (!OWN_HOST.test(headers.host ?? '')) return plain(403, 'For this machine only.');
  if (method !== 'GET') return plain(405, 'GET only.');
  const { pathname } = new URL(url, 'http://mail');
  const [, first = '', file = '', part] = pathname.split('/').map((segment) => decodeURIComponent(segment));
  if (first === '') return html(renderList(await emails.newest()));
  if (first === 'mail.css') return { status: 200, type: 'text/css', body: styles };
  if (first === 'mail.js') return { status: 200, type: 'text/javascript', body: script };
  const email = first === 'emails' ? await emails.find(file) : undefined;
  if (email && part === undefined) return html(renderEmail(email));
  return part === 'html' && email?.html !== undefined
    ? { ...html(`<base target="_blank">${email.html}`), policy: EMAIL_POLICY }
    : plain(404, 'There is no such email.');
}

export function serveMail(folder: string): Promise<{ address: string; close: () => void }> {
  const emails = new Emails(folder);
  return serveLocally((request, response) => {
    void handle(emails, request)
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
}
