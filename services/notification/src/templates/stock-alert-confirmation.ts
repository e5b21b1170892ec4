import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';

/** Carries no text of users: anybody can enter any address. */
export function stockAlertConfirmation(
  product: Pick<CatalogProduct, 'name'>,
  size: string,
  links: { confirm: string; cancel: string },
): EmailContent {
  const texts = messages.stockAlertConfirmation;
  const item = messages.backInStock.item(product.name, size);
  return composeEmail(
    {
      subject: texts.subject(item),
      title: texts.title,
      preheader: texts.confirm,
      blocks: [
        { type: 'paragraph', text: texts.intro },
        { type: 'paragraph', text: item, isStrong: true },
        { type: 'paragraph', text: texts.confirm },
        { type: 'action', label: texts.confirmLink, href: links.confirm },
        { type: 'paragraph', text: texts.cancel },
        { type: 'link', label: texts.cancelLink, href: links.cancel },
      ],
      help: messages.help,
      audience: 'account',
    },
    new URL(links.confirm).origin,
  );
}
