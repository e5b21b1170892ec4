import { brand } from '@rangavalli/contracts/brand';

/** HTML that is safe to insert: made by `html`, never from plain text. */
export class Html {
  constructor(readonly text: string) {}
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

type Value = string | Html | readonly Html[];
const render = (value: Value): string =>
  typeof value === 'string' ? escapeHtml(value) : value instanceof Html ? value.text : value.map(render).join('');

/** Escapes every inserted text. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? render(values[index] ?? '') : '')).join(''));

const FONT = "font-family:Mukta,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const paragraph = (content: Value): Html =>
  html`<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${content}</p>`;

export const heading = (text: string): Html =>
  html`<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.3">${text}</h2>`;

export const link = (href: string, label: string): Html => html`<a href="${href}" style="color:#8c1c2e">${label}</a>`;

export const button = (href: string, label: string): Html =>
  html`<p style="margin:0 0 16px">
    <a
      href="${href}"
      style="display:inline-block;padding:12px 20px;border-radius:4px;background:#8c1c2e;color:#ffffff;font-size:16px;text-decoration:none"
      >${label}</a
    >
  </p>`;

/** Returns a whole email: one column, at most 560 px wide, which mail programs of phones show without zooming. */
export const layout = (title: string, content: readonly Html[]): string =>
  html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background:#fbf7f0;color:#221b1e;${new Html(FONT)}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff"
              >
                <tr>
                  <td style="padding:20px 20px 12px;border-bottom:2px solid #b98a2f;font-size:22px;color:#8c1c2e">
                    ${brand.name}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px;overflow-wrap:anywhere">${content}</td>
                </tr>
                <tr>
                  <td style="padding:12px 20px 20px;font-size:13px;line-height:1.5;color:#6e6266">
                    ${brand.legalName}, ${brand.address.join(', ')}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
