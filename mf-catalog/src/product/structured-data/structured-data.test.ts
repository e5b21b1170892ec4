import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { structuredData } from './structured-data.js';

const byCategory = { saree: 2, kidswear: 2, accessories: 1, 'family combo': 4, 'customised combo': 5, pant: 2 };
const terms: DeliveryTerms = {
  serviceable: true,
  handlingDays: byCategory,
  india: { courierDays: { from: 1, to: 12 }, charge: 80 },
};
const shop = { returnDays: 7, finalCategories: ['customised combo'], isSaleCreditOnly: true } as unknown as ShopDetails;
const facts = { shop, terms, reviews: [] };
const dataOf = (product: Parameters<typeof structuredData>[0], with_ = facts as Parameters<typeof structuredData>[1]) =>
  JSON.parse(JSON.stringify(structuredData(product, with_, 'https://shop.example'))) as Record<string, never>;

it('a saree names price, shipping and the return policy', () => {
  const product = buildProduct({ handlingDays: 3, fabric: 'Silk' });
  expect(dataOf(product)).toMatchObject({
    '@type': 'Product',
    sku: product._id,
    url: `https://shop.example/product/${product._id}`,
    material: 'Silk',
    offers: {
      price: 4999,
      priceCurrency: 'INR',
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: {
        shippingRate: { value: 80, currency: 'INR' },
        deliveryTime: { handlingTime: { minValue: 3, maxValue: 3 }, transitTime: { minValue: 1, maxValue: 12 } },
      },
      hasMerchantReturnPolicy: { merchantReturnDays: 7, refundType: 'https://schema.org/FullRefund' },
    },
  });
  expect(dataOf(product)).not.toHaveProperty('aggregateRating');
  expect(dataOf(product)['offers']).not.toHaveProperty('priceValidUntil');
});

it('sizes are variants, each with its own stock', () => {
  const sizeStock = [
    { size: 'S', stock: 0 },
    { size: 'M', stock: 2 },
  ];
  const data = dataOf(buildProduct({ sizes: ['S', 'M'], sizeStock, stock: 2 }));
  expect(data).toMatchObject({
    '@type': 'ProductGroup',
    variesBy: ['https://schema.org/size'],
    hasVariant: [
      { size: 'S', offers: { availability: 'https://schema.org/OutOfStock' } },
      { size: 'M', offers: { availability: 'https://schema.org/InStock' } },
    ],
  });
  expect(data).not.toHaveProperty('offers');
});

it('a sale ends on its day, and is only credited', () => {
  const sale = { price: 3999, from: '2020-01-01T00:00:00.000Z', until: '2120-05-31T18:29:00.000Z' };
  expect(dataOf(buildProduct({ sale }))['offers']).toMatchObject({
    price: 3999,
    priceValidUntil: '2120-05-31',
    hasMerchantReturnPolicy: { refundType: 'https://schema.org/StoreCreditRefund' },
  });
});

it('reviews come with rating, author and date, and what is unknown is left out', () => {
  const review = { id: '1', productId: '2', stars: 5, text: 'Soft.', author: 'Meena R.', helpful: 0 };
  const product = buildProduct({ rating: { average: 4.5, count: 2 }, category: 'customised combo' });
  const reviews = [{ ...review, at: '2026-11-20T06:00:00.000Z' }];
  expect(dataOf(product, { ...facts, reviews })).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    review: [{ author: { name: 'Meena R.' }, reviewRating: { ratingValue: 5 }, datePublished: '2026-11-20' }],
    offers: { hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' } },
  });
  const { offers } = dataOf(product, { reviews: [] });
  expect(offers).not.toHaveProperty('shippingDetails');
  expect(offers).not.toHaveProperty('hasMerchantReturnPolicy');
});
