import { formatPaise } from '@rangavalli/service-kit/money';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import type { CatalogProduct } from '@rangavalli/contracts/commands';
import type { StockAlertRecord } from '../stock-alerts/stock-alert.schema.js';
import { compose, type EmailContent, messages } from './messages.js';

export function backInStock(
  { size, name }: Pick<StockAlertRecord, 'size' | 'name'>,
  product: Pick<CatalogProduct, '_id' | 'name' | 'pricePaise' | 'sale'>,
  storefront?: string,
): EmailContent {
  const texts = messages.backInStock;
  const item = texts.item(product.name, size);
  return compose(texts.subject(item), name, [
    texts.intro,
    [`  ${item}`, `  ${formatPaise(unitPriceAt(product, new Date()))}`],
    ...(storefront ? [texts.link(new URL(`/product/${product._id}`, storefront).href)] : []),
    texts.limited,
    texts.once,
  ]);
}
