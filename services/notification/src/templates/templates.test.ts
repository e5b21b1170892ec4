import {
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from '@rangavalli/contracts/notification-kinds';
import type { KindData } from './kind-data.js';
import { render } from './render.js';
import { samples } from './samples.js';

const context = { storefront: 'http://localhost:3000' };
const emailOf = (kind: NotificationKind, data: KindData[NotificationKind] = samples[kind]) => {
  const email = render(kind, 'email', data, context);
  if (!email) throw new Error(`no email of ${kind}`);
  return email;
};
/** Samples with another name of the customer. */
const withName = (kind: NotificationKind, name: string) =>
  JSON.parse(JSON.stringify(samples[kind]), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace('Meera', name) : value,
  ) as KindData[NotificationKind];

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
/** What people read in an email, without its heading, which repeats the subject. */
function visibleTexts(html: string): string[] {
  const body = html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<h1.*?<\/h1>/s, '')
    .replaceAll(/<!--.*?-->/gs, '')
    // The text beside the subject, and what fills it up.
    .replace(/<div[^>]*display:none.*?<\/div><\/div>/s, '');
  return body
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity).trim())
    .filter((text) => /\w/.test(text));
}

describe.each(notificationKindNames)('%s', (kind) => {
  test('has a text for each of its channels, without gaps', () => {
    for (const channel of notificationKinds[kind].channels) {
      const content = render(kind, channel, samples[kind], context);
      expect(content).toBeDefined();
      expect(JSON.stringify(content)).not.toMatch(/undefined|null|NaN|\[object|\{#var#\}/);
    }
  });

  test('is an email with absolute links and a subject, in the language of the shop', () => {
    const { subject, html } = emailOf(kind);
    expect(subject.length).toBeGreaterThan(5);
    expect(html).toContain('lang="en-IN"');
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link).toMatch(/^(https?:\/\/|mailto:|tel:)/);
    expect(html.match(/<img(?![^>]* alt=)/)).toBeNull();
  });

  test('says the same as HTML and as plain text', () => {
    const { text, html } = emailOf(kind);
    const missing = visibleTexts(html).filter(
      (part) => !text.includes(part) && !/^(Size .* · )?Quantity \d+$/.test(part),
    );
    expect(missing).toEqual([]);
  });

  test('escapes names', () => {
    const { html } = emailOf(kind, withName(kind, '<script>alert(1)</script>'));
    expect(html).not.toContain('<script>');
  });
});

test.each(
  notificationKindNames.filter((kind) => (notificationKinds[kind].channels as readonly string[]).includes('sms')),
)('%s is one SMS in plain Latin, with variables that operators accept', (kind) => {
  const { text = '', variables = [], hasLink } = render(kind, 'sms', samples[kind], context) ?? {};
  const link = hasLink ? variables.at(-1) : undefined;
  const shortened = link ? text.replace(link, 'x'.repeat(30)) : text;
  expect(shortened.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  for (const variable of variables) if (variable !== link) expect(variable.length).toBeLessThanOrEqual(30);
});

test.each([
  ['delivered', 'http://localhost:3000/track/sample-token-of-a-parcel'],
  ['payment_failed', 'https://rzp.io/rzp/sample'],
] as const)('%s ends an SMS with the link that needs no login', (kind, link) => {
  const sms = render(kind, 'sms', samples[kind], context);
  expect(sms?.text.endsWith(`. ${link}`)).toBe(true);
  expect(sms?.variables.at(-1)).toBe(link);
  expect(sms?.hasLink).toBe(true);
  expect(render(kind, 'whatsapp', samples[kind], context)?.text).not.toContain(link);
});

test('leaves the link out of the SMS about an order page, which needs a login', () => {
  const sms = render('order_placed', 'sms', samples.order_placed, context);
  expect(sms).not.toHaveProperty('hasLink');
  expect(sms?.text).not.toContain('http');
});

test('names amount, method and reference of a refund', () => {
  const { subject, text } = emailOf('refunded');
  expect(subject).toBe('Refund sent: order RV-26-0042174');
  expect(text).toContain('  Amount: ₹8,499\n  Bank reference (ARN): 74332744512345678901234');
});

test('leads from a failed payment to its link, and a push notification to the same payment in the account', () => {
  const { text } = emailOf('payment_failed');
  expect(text).toContain('  Pay until: 25 Nov 2026, 3:00 pm (IST)\n');
  expect(text).toContain('Pay now:\nhttps://rzp.io/rzp/sample\n');
  expect(render('payment_failed', 'whatsapp', samples.payment_failed, context)?.button).toBe('rzp/sample');
  expect(render('payment_failed', 'push', samples.payment_failed, context)?.path).toBe('/user/orders');
});

test('shows both prices of a price drop, and how to end such emails', () => {
  const { text, html } = emailOf('price_drop');
  expect(text).toContain('Kanchipuram Pattu: ₹6,999 (instead of ₹8,499)');
  for (const body of [text, html]) expect(body).toContain('http://localhost:3000/user/notifications');
});

test('shows pictures of the items that it brings somebody back to', () => {
  const image = 'https://res.cloudinary.com/demo/image/upload/saree.webp';
  const pictured = { images: [{ url: image }] };
  const { price_drop: drop, back_in_stock: back, abandoned_cart: cart } = samples;
  for (const { html } of [
    emailOf('price_drop', { ...drop, product: { ...drop.product, ...pictured } }),
    emailOf('back_in_stock', { ...back, product: { ...back.product, ...pictured } }),
    emailOf('abandoned_cart', { ...cart, lines: cart.lines.map((line) => ({ ...line, image })) }),
  ])
    expect(html).toContain('src="https://res.cloudinary.com/demo/image/upload/f_jpg,q_auto,w_144/saree.webp"');
});

test('offers no choice in emails that are always sent for the safety of an account', () => {
  expect(emailOf('password_changed').html).not.toContain('/user/notifications');
});

test('sends no name to an address that is not confirmed', () => {
  const data = { ...samples.refunded, customer: { name: 'Meera', emailVerified: false } };
  expect(emailOf('refunded', data).text).toMatch(/^Namaste,\n/);
});
