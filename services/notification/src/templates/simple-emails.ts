import { type NotificationKind, notificationKinds } from '@rangavalli/contracts/notification-kinds';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import type { Addressee, KindData, RenderContext } from './kind-data.js';
import { messages } from './messages.js';
import { actions } from './order-blocks.js';
import { fillPattern, shortMessageOf } from './short-messages.js';

const audiences = { security: 'account', orders: 'orders', marketing: 'marketing' } as const;

/** Returns an email with the short text of a kind and one link. */
export function simpleEmail<K extends NotificationKind>(
  kind: K,
  data: KindData[K] & { customer?: Addressee },
  { storefront, language }: RenderContext,
): EmailContent {
  const short = shortMessageOf(kind, data, { language });
  if (!short) throw new Error(`no text of ${kind}`);
  const { title, path } = short;
  const text = fillPattern(short);
  const { customer } = data;
  return composeEmail(
    {
      subject: title,
      title,
      preheader: text,
      name: customer?.emailVerified ? customer.name : undefined,
      blocks: [
        { type: 'paragraph', text },
        ...actions(messages.shortMessages.view, path && storefront && new URL(path, storefront).href),
      ],
      help: messages.help,
      audience: audiences[notificationKinds[kind].category],
    },
    storefront,
  );
}
