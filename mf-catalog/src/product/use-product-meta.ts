import { useEffect } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { structuredDataOf } from './structured-data/slot.js';

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
    structuredData: structuredDataOf(product),
  });
  useEffect(() => {
    const metas = Object.entries(previewFacts(product)).map(([property, content]) => {
      const meta = document.head.appendChild(document.createElement('meta'));
      meta.setAttribute('property', property);
      meta.content = content;
      return meta;
    });
    return () => {
      // The server wrote the data of the first page.
      const data = document.head.querySelectorAll('script[type="application/ld+json"]');
      for (const element of [...data, ...metas]) element.remove();
    };
  }, [product]);
}
