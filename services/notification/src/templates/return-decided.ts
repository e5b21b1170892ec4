import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import type { KindData } from './kind-data.js';
import { messages } from './messages.js';
import { actions, formatTime, orderLink } from './order-blocks.js';

const texts = messages.returnDecided;

type Decided = KindData['return_decided'];

export function decisionOf(decided: Decided): 'accepted' | 'part' | 'refused' | 'cancelled' {
  if ('lines' in decided) return 'cancelled';
  if (!('restocked' in decided)) return 'refused';
  return decided.refused ? 'part' : 'accepted';
}

/**
 * Returns the email about accepted, refused or cancelled goods: what is refunded, credited or exchanged.
 * @param storefront the shop's address; without it there is no link
 */
export function returnDecided(decided: Decided, storefront?: string): EmailContent {
  const { orderNumber, customer } = decided;
  const { subject, title, intro } = headingOf(decided);
  const outcomes = [...settlementOf(decided), ...refusalOf(decided)];
  return composeEmail(
    {
      subject: subject(orderNumber),
      title,
      preheader: outcomes[0] ?? intro(orderNumber),
      name: customer?.emailVerified ? customer.name : undefined,
      blocks: [
        ...[intro(orderNumber), ...outcomes].map((text) => ({ type: 'paragraph', text }) as const),
        ...actions(texts.view, orderLink(decided, storefront)),
      ],
      help: messages.orderConfirmation.help(orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}

const headings = {
  accepted: { subject: texts.subject, title: texts.title, intro: texts.intro },
  part: { subject: texts.partSubject, title: texts.partTitle, intro: texts.intro },
  refused: { subject: texts.refusedSubject, title: texts.refusedTitle, intro: texts.refusedIntro },
  cancelled: { subject: texts.cancelledSubject, title: texts.cancelledTitle, intro: texts.cancelledIntro },
};

function headingOf(decided: Decided): (typeof headings)['accepted'] {
  const heading = headings[decisionOf(decided)];
  return 'lines' in decided && decided.staff ? { ...heading, intro: texts.cancelledByShop } : heading;
}

function settlementOf(decided: Decided): string[] {
  if (!('restocked' in decided)) return [];
  const { refund, creditPaise } = decided;
  const exchange = 'lines' in decided ? undefined : decided.exchange;
  const payout = 'lines' in decided ? undefined : decided.payout;
  return [
    ...(refund ? [texts.refunded(formatPaise(refund.amountPaise))] : []),
    ...(payout ? [texts.payout[payout.to](formatPaise(payout.amountPaise))] : []),
    ...(creditPaise > 0 ? [texts.credited(formatPaise(creditPaise))] : []),
    ...(exchange && !exchange.due ? [texts.exchanged] : []),
    ...(exchange?.differencePaise ? [texts.difference(formatPaise(exchange.differencePaise))] : []),
    ...(exchange?.due
      ? [texts.due(formatPaise(exchange.due.amountPaise), formatTime(exchange.due.payBy)), texts.unpaid]
      : []),
  ];
}

function refusalOf(decided: Decided): string[] {
  if ('lines' in decided) return [];
  const { refused = [], note } = decided;
  const items = refused.map(({ quantity, name }) => texts.item(quantity, name)).join(', ');
  return [...(items ? [texts.refusedItems(items)] : []), ...(note ? [texts.note(note)] : [])];
}
