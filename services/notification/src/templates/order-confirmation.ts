import { brand } from '@rangavalli/contracts/brand';
import { latestDispatchOf } from '@rangavalli/contracts/dispatch';
import type { EventData } from '@rangavalli/contracts/events';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { formatPaise } from '@rangavalli/service-kit/money';
import { button, type Html, heading, html, layout, link, paragraph } from './html.js';
import { compose, type EmailContent, messages } from './messages.js';

type Order = EventData<'order.placed'>;

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const texts = messages.orderConfirmation;

/** The URL part of an image host after which a transformation is named. */
const UPLOAD = '/image/upload/';
/** Twice the shown width, px: phones have fine screens. */
const IMAGE_WIDTH = 144;

/**
 * Returns the confirmation with items, total, address, date of dispatch, a link to the order and how to reach the shop.
 * Name, address and personalisation are text of users: they go to confirmed email addresses only.
 * @param storefront the shop's address; without it there are no links and no pictures
 */
export function orderConfirmation(order: Order, storefront?: string): EmailContent {
  const { name, emailVerified } = order.customer;
  const label = orderLabel(order.orderId, order.orderNumber);
  const subject = texts.subject(label);
  const facts = {
    label,
    greeting: messages.greeting(emailVerified ? name : undefined),
    orderedAt: dateFormat.format(new Date(order.orderedAt)),
    dispatch: texts.dispatch(
      dateFormat.format(new Date(latestDispatchOf(order.orderedAt, order.lines, order.promise))),
    ),
    expected: expectedDates(order),
    total: formatPaise(order.totalPaise),
    address: emailVerified ? addressLines(order) : [],
    link: storefront && new URL(`/user/orders/${order.orderNumber ?? order.orderId}`, storefront).href,
    refundLink: storefront && new URL('/refund', storefront).href,
  };
  const text = compose(subject, emailVerified ? name : undefined, [
    texts.intro,
    texts.order(label, facts.orderedAt),
    ...(facts.link ? [texts.link(facts.link)] : []),
    order.lines.flatMap((line) => [
      texts.line(line.quantity, line.name, line.size, formatPaise(line.unitPaise * line.quantity)),
      ...personalisationOf(line, emailVerified).map((text) => `      ${text}`),
    ]),
    [...chargesOf(order).map(([label, amount]) => `  ${label}: ${amount}`), texts.total(facts.total)],
    ...(facts.address.length > 0 ? [[texts.addressHeading, ...facts.address.map((line) => `  ${line}`)]] : []),
    [
      texts.nextHeading,
      ...[facts.dispatch, ...facts.expected, texts.follow, texts.cancel].map(
        (step, index) => `  ${index + 1}. ${step}`,
      ),
    ],
    texts.help,
  ]);
  return { ...text, html: toHtml(order, subject, facts, storefront) };
}

function expectedDates({ promise }: Order): string[] {
  if (!promise) return [];
  const [from, to] = [promise.from, promise.to].map((date) => dateFormat.format(new Date(date)));
  return [from === to ? texts.expectedOn(from) : texts.expectedBetween(from, to)];
}

/** What the total differs from the lines by. */
function chargesOf({ charges }: Order): (readonly [label: string, amount: string])[] {
  if (!charges) return [];
  const { discountPaise, shippingPaise, codFeePaise, roundOffPaise } = charges;
  const rows = [
    [texts.discount, -discountPaise],
    [texts.delivery, shippingPaise],
    [texts.codFee, codFeePaise],
    [texts.roundOff, roundOffPaise],
  ] as const;
  return rows.filter(([, paise]) => paise !== 0).map(([label, paise]) => [label, formatPaise(paise)]);
}

const toChargeRow = ([label, amount]: readonly [string, string]): Html =>
  html`<tr>
    <td colspan="2" style="padding:4px 0">${label}</td>
    <td align="right" style="padding:4px 0;white-space:nowrap">${amount}</td>
  </tr>`;

interface Facts {
  label: string;
  greeting: string;
  orderedAt: string;
  dispatch: string;
  /** Empty without a promise. */
  expected: readonly string[];
  total: string;
  address: readonly string[];
  link: string | undefined;
  refundLink: string | undefined;
}

function toHtml(order: Order, subject: string, facts: Facts, storefront: string | undefined): string {
  const step = (text: string | Html) => html`<li style="margin:0 0 6px">${text}</li>`;
  return layout(subject, [
    paragraph(facts.greeting),
    paragraph(texts.intro),
    paragraph(html`<strong>${texts.order(facts.label, facts.orderedAt)}</strong>`),
    ...(facts.link ? [button(facts.link, texts.view)] : []),
    heading(texts.itemsHeading),
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:16px;line-height:1.4">
      ${order.lines.map((line) => toRow(line, personalisationOf(line, order.customer.emailVerified), storefront))}
      ${chargesOf(order).map(toChargeRow)}
      <tr>
        <td colspan="2" style="padding:12px 0"><strong>${texts.totalLabel}</strong></td>
        <td align="right" style="padding:12px 0;white-space:nowrap"><strong>${facts.total}</strong></td>
      </tr>
    </table>`,
    ...(facts.address.length > 0
      ? [heading(texts.addressHeading), paragraph(facts.address.map((line) => html`${line}<br />`))]
      : []),
    heading(texts.nextHeading),
    html`<ol style="margin:0 0 16px;padding-left:20px;font-size:16px;line-height:1.5">
      ${[
        step(facts.dispatch),
        ...facts.expected.map(step),
        step(texts.follow),
        step(facts.refundLink ? html`${texts.cancel} ${link(facts.refundLink, texts.policy)}` : texts.cancel),
      ]}
    </ol>`,
    heading(texts.helpHeading),
    paragraph(
      html`${texts.mentionNumber(facts.label)}<br />${link(`mailto:${brand.email}`, brand.email)}<br />${link(`tel:${brand.phone.replaceAll(' ', '')}`, brand.phone)}${brand.whatsApp ? html`<br />${link(`https://wa.me/${brand.whatsApp.replaceAll(/\D/g, '')}`, 'WhatsApp')}` : ''}`,
    ),
  ]);
}

/** Texts of users, for confirmed addresses. */
const personalisationOf = ({ personalisation = [] }: Order['lines'][number], emailVerified = false): string[] =>
  emailVerified ? personalisation.map(({ label, value }) => texts.personalisation(label, value)) : [];

function toRow(
  { name, size, quantity, unitPaise, image }: Order['lines'][number],
  personalisation: readonly string[],
  storefront: string | undefined,
): Html {
  const picture =
    image && storefront
      ? html`<img
          src="${imageUrl(image, storefront)}"
          alt="${name}"
          width="72"
          style="display:block;width:72px;height:auto;border:0"
        />`
      : '';
  return html`<tr>
    <td width="84" valign="top" style="padding:8px 12px 8px 0;border-bottom:1px solid #e9dfd0">${picture}</td>
    <td valign="top" style="padding:8px 0;border-bottom:1px solid #e9dfd0">
      ${name}<br /><span style="color:#6e6266">${texts.sizeAndQuantity(size, quantity)}</span>
      ${personalisation.map((text) => html`<br />${text}`)}
    </td>
    <td valign="top" align="right" style="padding:8px 0 8px 8px;border-bottom:1px solid #e9dfd0;white-space:nowrap">
      ${formatPaise(unitPaise * quantity)}
    </td>
  </tr>`;
}

/** Absolute, as JPEG: not every mail program shows WebP. */
const imageUrl = (image: string, storefront: string): string =>
  new URL(image.replace(UPLOAD, `${UPLOAD}f_jpg,q_auto,w_${IMAGE_WIDTH}/`), storefront).href;

const addressLines = ({ delivery }: Order): string[] =>
  delivery
    ? [
        delivery.fullName,
        delivery.address,
        [delivery.city, delivery.state, delivery.pincode].filter(Boolean).join(', '),
        delivery.country,
        delivery.phone,
      ]
    : [];
