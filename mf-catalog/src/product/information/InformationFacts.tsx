import { brand } from '@rangavalli/contracts/brand';
import type { Category, Product } from '@rangavalli/contracts/entities/product';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { describeReturns } from '@rangavalli/web-kit/format/return-terms';
import css from '../ProductPage.module.css';
import { informationTexts as texts } from './texts.js';

const quantities: Record<Category, string> = {
  saree: texts.oneSaree,
  kidswear: texts.oneItem,
  accessories: texts.oneItem,
  'family combo': texts.oneSet,
  'customised combo': texts.oneSet,
  pant: texts.oneItem,
};

function returnText(product: Product, shop: ShopDetails): string {
  const goods = {
    category: product.category,
    isPersonalised: Boolean(product.personalisationFields?.some(({ required }) => required)),
    isOnSale: currentPrice(product) < product.price,
  };
  return describeReturns(goods, shop);
}

/** Of the product, else of the shop. */
export function InformationFacts({ product }: { product: Product }) {
  const { data } = useQuery('shop', (signal) => call('GET /shop', {}, { signal }));
  const { price, category, netQuantity, countryOfOrigin, maker } = product;
  const shop = data?.shop;
  const facts = Object.entries({
    [texts.name]: category.charAt(0).toUpperCase() + category.slice(1),
    [texts.mrp]: texts.inclusive(formatRupees(price)),
    [texts.netQuantity]: netQuantity || quantities[category],
    [texts.countryOfOrigin]: countryOfOrigin || shop?.countryOfOrigin,
    [texts.maker]: maker || shop?.maker,
    [texts.returns]: shop && returnText(product, shop),
    [texts.care]: [shop?.carePhone || brand.phone, shop?.careEmail || brand.email].join(' · '),
  }).filter(([, value]) => value);
  return (
    <dl className={css.list}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
