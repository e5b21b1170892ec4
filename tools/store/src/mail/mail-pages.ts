// HTML pages of the mail server. Everything that comes from an email is escaped.
import type { Email } from './emails.js';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

const formatTime = (at: number): string => {
  const date = new Date(at);
  const shown = date.toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' });
  return `<time datetime="${date.toISOString()}">${shown}</time>`;
};

const page = (base: string, title: string, content: string): string => `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}mail.css">
<script type="module" src="${base}mail.js"></script></head>
<body><main>${content}</main></body></html>`;

/** @param base path of the list, which ends with a slash */
export function renderList(emails: readonly Email[], base: string): string {
  const rows = emails.map(
    ({ file, to, subject, at }) =>
      `<li><a href="${base}emails/${encodeURIComponent(file)}"><strong>${escapeHtml(subject)}</strong>` +
      `<span>${escapeHtml(to)}</span>${formatTime(at)}</a></li>`,
  );
  const none = '<p class="none">No emails yet. Place an order or reset a password, and the email appears here.</p>';
  return page(
    base,
    'Mail',
    `<h1>Mail</h1><p>Emails that the store has sent to its customers, newest first.
Without SMTP_URL no email leaves this machine.</p>${rows.length > 0 ? `<ol>${rows.join('')}</ol>` : none}`,
  );
}

export function renderEmail({ file, from, to, subject, at, text, html }: Email, base: string): string {
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  const source = `${base}emails/${encodeURIComponent(file)}/html`;
  const frame = `<iframe title="Email" sandbox="${sandbox}" src="${source}"></iframe>`;
  const body = html === undefined ? `<pre>${withLinks(text ?? '')}</pre>` : frame;
  return page(
    base,
    subject,
    `<p><a href="${base}">All emails</a></p><h1>${escapeHtml(subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>To</dt><dd>${escapeHtml(to)}</dd>
<dt>Sent</dt><dd>${formatTime(at)} IST</dd></dl>${body}`,
  );
}

export const script = `setInterval(async () => {
  if (document.hidden) return;
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const shown = document.querySelector('main');
  if (next && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
}, 2000);
`;

export const styles = `body{max-width:52rem;margin:0 auto;padding:2rem 1.25rem;background:#fbf7f0;color:#221b1e;
  font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font:600 1.9rem/1.15 Georgia,serif}
a{color:#8c1c2e}
ol{list-style:none;margin:1.5rem 0 0;padding:0;border-top:1px solid #ddd2c2}
li a{display:grid;gap:.1rem 1rem;grid-template-columns:1fr auto;padding:.8rem .25rem;
  border-bottom:1px solid #ddd2c2;text-decoration:none}
li a:hover{background:#fff}
li strong{grid-column:1/-1}
span,time,dt,.none{color:#6e6266}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}
dd{margin:0}
pre,iframe{box-sizing:border-box;width:100%;margin:0;padding:1.5rem;border:1px solid #ddd2c2;
  background:#fff;font:inherit;white-space:pre-wrap}
iframe{height:75vh;padding:0}
`;
