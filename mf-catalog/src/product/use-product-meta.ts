import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import type { Product } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';

const absolute = (url: string): string => new URL(url, window.location.origin).href;

/** Returns the product as schema.org data. */
function productData(product: Product): object {
  const { _id, name, description, images, stock, category, colour, fabric, rating } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    sku: _id,
    category,
    image: images.map(({ url }) => absolute(deliveryUrl(url, 960))),
    brand: { '@type': 'Brand', name: brand.name },
    ...(colour ? { color: colour } : {}),
    ...(fabric ? { material: fabric } : {}),
    ...(rating
      ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count } }
      : {}),
    offers: {
      '@type': 'Offer',
      url: absolute(`/product/${_id}`),
      priceCurrency: 'INR',
      price: currentPrice(product),
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** Open Graph's properties of products. */
const previewFacts = (product: Product): Record<string, string> => ({
  'product:price:amount': String(currentPrice(product)),
  'product:price:currency': 'INR',
  'product:availability': product.stock > 0 ? 'in stock' : 'out of stock',
});

/** Describes the product to search engines and link previews while its page is shown. */
export function useProductMeta(product: Product): void {
  const { name, description, images } = product;
  usePageHead({
    title: name,
    description: `${name}, ${formatRupees(currentPrice(product))}. ${description}`,
    image: images[0]?.url,
    type: 'product',
  });
  useEffect(() => {
    const data = document.head.appendChild(
      Object.assign(document.createElement('script'), {
        type: 'application/ld+json',
        textContent: JSON.stringify(productData(product)),
      }),
    );
    const metas = Object.entries(previewFacts(product)).map(([property, content]) => {
      const meta = document.head.appendChild(document.createElement('meta'));
      meta.setAttribute('property', property);
      meta.content = content;
      return meta;
    });
    return () => {
      for (const element of [data, ...metas]) element.remove();
    };
  }, [product]);
}
