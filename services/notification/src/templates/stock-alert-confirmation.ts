import type { CatalogProduct } from '@rangavalli/contracts/commands';
import { compose, type EmailContent, messages } from './messages.js';

/** Carries no text of users: anybody can enter any address. */
export function stockAlertConfirmation(
  product: Pick<CatalogProduct, 'name'>,
  size: string,
  links: { confirm: string; cancel: string },
): EmailContent {
  const texts = messages.stockAlertConfirmation;
  const item = messages.backInStock.item(product.name, size);
  return compose(texts.subject(item), undefined, [
    texts.intro,
    `  ${item}`,
    texts.confirm,
    links.confirm,
    texts.cancel,
    links.cancel,
  ]);
}
