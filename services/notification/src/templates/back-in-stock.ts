import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { StockAlertRecord } from '../stock-alerts/stock-alert.schema.js';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, pictureOf } from './order-blocks.js';

/** Returns the email about an item that can be bought again. The name is text of users. */
export function backInStock(
  { size, name }: Pick<StockAlertRecord, 'size' | 'name'>,
  product: Pick<CatalogProduct, '_id' | 'name' | 'pricePaise' | 'sale'> & { images?: { url: string }[] | undefined },
  storefront?: string,
): EmailContent {
  const texts = messages.backInStock;
  const item = texts.item(product.name, size);
  return composeEmail(
    {
      subject: texts.subject(item),
      title: texts.title,
      preheader: texts.intro,
      name,
      blocks: [
        { type: 'paragraph', text: texts.intro },
        {
          type: 'items',
          items: [
            {
              name: item,
              details: [],
              amount: formatPaise(unitPriceAt(product, new Date())),
              image: pictureOf(product.images?.[0]?.url, storefront),
            },
          ],
        },
        ...actions(texts.view, storefront && new URL(`/product/${product._id}`, storefront).href),
        { type: 'paragraph', text: texts.limited },
        { type: 'paragraph', text: texts.once },
      ],
      help: messages.help,
      audience: 'account',
    },
    storefront,
  );
}
