import type {
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Product as ProductData,
  ProductGroup,
  Review as ReviewData,
  WithContext,
} from 'schema-dts';
import { brand } from '@rangavalli/contracts/brand';
import type { Product } from '@rangavalli/contracts/entities/product';
import { hasFit, stockOfSize } from '@rangavalli/contracts/product-stock';
import { returnRuleOf } from '@rangavalli/contracts/return-rule';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import type { PageFacts } from './page-facts.js';

const IMAGE_WIDTH_PX = 960;
const BEST = 5;

const days = (from: number, to = from) =>
  ({ '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' }) as const;

function shippingDetails(product: Product, { terms }: PageFacts): OfferShippingDetails | undefined {
  if (!terms) return undefined;
  const extra = Math.max(
    0,
    ...(product.personalisationFields ?? []).map((field) => (field.required ? (field.extraDays ?? 0) : 0)),
  );
  const { courierDays, charge } = terms.india;
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: charge, currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days((product.handlingDays ?? terms.handlingDays[product.category]) + extra),
      transitTime: days(courierDays.from, courierDays.to),
    },
  };
}

/** The rule of the product page, cart and server. */
function returnPolicy(product: Product, { shop }: PageFacts): MerchantReturnPolicy | undefined {
  if (!shop) return undefined;
  const goods = {
    category: product.category,
    isPersonalised: Boolean(product.personalisationFields?.some(({ required }) => required)),
    isOnSale: currentPrice(product) < product.price,
  };
  const { days: returnDays, outcomes } = returnRuleOf(goods, shop);
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' } as const;
  if (returnDays === 0) return { ...policy, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' };
  return {
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/FreeReturn',
    refundType: outcomes.includes('refund') ? 'https://schema.org/FullRefund' : 'https://schema.org/StoreCreditRefund',
  };
}

/** @param stock of the product or of one size */
function offer(product: Product, facts: PageFacts, url: string, stock: number): Offer {
  const { sale } = product;
  const price = currentPrice(product);
  const [shipping, returns] = [shippingDetails(product, facts), returnPolicy(product, facts)];
  return {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: 'INR',
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    // A price without an end has no date of which anybody knows.
    ...(price < product.price && sale?.until ? { priceValidUntil: sale.until.slice(0, 10) } : {}),
    ...(shipping ? { shippingDetails: shipping } : {}),
    ...(returns ? { hasMerchantReturnPolicy: returns } : {}),
  };
}

/** The newest ones of those on the page. */
const reviewData = ({ reviews }: PageFacts): ReviewData[] =>
  reviews.map(({ author, stars, text, at }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: BEST, worstRating: 1 },
    datePublished: at.slice(0, 10),
    ...(text ? { reviewBody: text } : {}),
  }));

/**
 * Returns a product as schema.org data: a group with a variant per size where sizes can be chosen, else one product.
 * Ratings only with published reviews.
 * @param origin of the shop, for the addresses
 */
export function structuredData(
  product: Product,
  facts: PageFacts,
  origin: string,
): WithContext<ProductData> | WithContext<ProductGroup> {
  const { _id, name, description, images, colour, fabric, rating, sizes, category } = product;
  const absolute = (url: string) => new URL(url, origin).href;
  const url = absolute(`/product/${_id}`);
  const image = images.map((one) => absolute(deliveryUrl(one.url, IMAGE_WIDTH_PX)));
  const common = {
    name,
    description: description || name,
    url,
    image,
    category,
    brand: { '@type': 'Brand', name: brand.name } as const,
    ...(colour ? { color: colour } : {}),
    ...(fabric ? { material: fabric } : {}),
  };
  const ratings = rating
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          bestRating: BEST,
          worstRating: 1,
        } as const,
        ...(facts.reviews.length > 0 ? { review: reviewData(facts) } : {}),
      }
    : {};
  if (!hasFit(sizes))
    return {
      '@context': 'https://schema.org',
      '@type': 'Product',
      ...common,
      sku: _id,
      ...(sizes[0] ? { size: sizes[0] } : {}),
      offers: offer(product, facts, url, product.stock),
      ...ratings,
    };
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    ...common,
    productGroupID: _id,
    variesBy: ['https://schema.org/size'],
    hasVariant: sizes.map((size): ProductData => ({
      '@type': 'Product',
      name: `${name}, ${size}`,
      description: common.description,
      sku: `${_id}-${size}`,
      size,
      image,
      ...(colour ? { color: colour } : {}),
      ...(fabric ? { material: fabric } : {}),
      offers: offer(product, facts, url, stockOfSize(product, size)),
    })),
    ...ratings,
  };
}
