import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
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
const html = (body: string): Reply => ({ status: 200, type: 'text/html', body });
const NOT_FOUND: Reply = { status: 404, type: 'text/plain', body: 'There is no such email.' };

async function handle(emails: Emails, { method, url = '/', headers }: IncomingMessage): Promise<Reply> {
  if (!OWN_HOST.test(headers.host ?? '')) return { status: 403, type: 'text/plain', body: 'For this machine only.' };
  if (method !== 'GET') return { status: 405, type: 'text/plain', body: 'GET only.' };
  const { pathname } = new URL(url, 'http://mail');
  const [, first = '', file = '', part] = pathname.split('/').map((segment) => decodeURIComponent(segment));
  if (first === '') return html(renderList(await emails.newest()));
  if (first === 'mail.css') return { status: 200, type: 'text/css', body: styles };
  if (first === 'mail.js') return { status: 200, type: 'text/javascript', body: script };
  const email = first === 'emails' ? await emails.find(file) : undefined;
  if (!email) return NOT_FOUND;
  if (part === undefined) return html(renderEmail(email));
  return part === 'html' && email.html !== undefined
    ? { ...html(`<base target="_blank">${email.html}`), policy: EMAIL_POLICY }
    : NOT_FOUND;
}

/**
 * Serves the emails of a folder to the developer, on this machine only: `/` is the list, `/emails/<file>` an email.
 * Open pages update themselves.
 */
export async function serveMail(folder: string): Promise<{ address: string; close: () => void }> {
  const emails = new Emails(folder);
  const server = createServer((request, response) => {
    void handle(emails, request)
      .catch((error: unknown): Reply => ({
        status: error instanceof URIError ? 404 : 500,
        type: 'text/plain',
        body: String(error),
      }))
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
