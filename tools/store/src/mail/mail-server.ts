// The letters that the store has sent, as a page for the developer: on this machine only.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Letters } from './letters.js';
import { letterPage, listPage, script, styles } from './mail-pages.js';

/** Pages run their own script only; a letter's HTML runs none, loads nothing from elsewhere, and stands in a sandbox. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
/** A page of elsewhere whose name was turned to this machine is not answered (DNS rebinding). */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

interface Answer {
  status: number;
  type: string;
  body: string;
  policy?: string;
}
const html = (body: string, status = 200): Answer => ({ status, type: 'text/html', body });
const nothing: Answer = { status: 404, type: 'text/plain', body: 'There is no such letter.' };

async function answerTo(letters: Letters, { method, url = '/', headers }: IncomingMessage): Promise<Answer> {
  if (!OWN_HOST.test(headers.host ?? '')) return { status: 403, type: 'text/plain', body: 'For this machine only.' };
  if (method !== 'GET') return { status: 405, type: 'text/plain', body: 'GET only.' };
  const [, first = '', file = '', part] = new URL(url, 'http://mail').pathname
    .split('/')
    .map((piece) => decodeURIComponent(piece));
  if (first === '') return html(listPage(await letters.newest()));
  if (first === 'mail.css') return { status: 200, type: 'text/css', body: styles };
  if (first === 'mail.js') return { status: 200, type: 'text/javascript', body: script };
  const letter = first === 'letters' ? await letters.find(file) : undefined;
  if (!letter) return nothing;
  if (part === undefined) return html(letterPage(letter));
  return part === 'html' && letter.html !== undefined
    ? { ...html(`<base target="_blank">${letter.html}`), policy: LETTER_POLICY }
    : nothing;
}

/**
 * Serves the letters of a folder: `/` the list, newest first, `/letters/<file>` one of them. Both show what is new
 * by themselves. Resolves with the address and how to close it.
 */
export async function serveMail(folder: string): Promise<{ address: string; close: () => void }> {
  const letters = new Letters(folder);
  const server = createServer((request, response) => {
    answerTo(letters, request)
      .catch((error: unknown): Answer => ({
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
