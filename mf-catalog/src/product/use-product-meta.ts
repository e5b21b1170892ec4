import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import type { Product } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';

const absolute = (url: string): string => new URL(url, window.location.origin).href;

/** A product in the words of schema.org. */
export function productData({
  _id,
  name,
  description,
  images,
  price,
  stock,
  category,
  colour,
  fabric,
}: Product): object {
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
    offers: {
      '@type': 'Offer',
      url: absolute(`/product/${_id}`),
      priceCurrency: 'INR',
      price,
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** What link previews of shops read beside Open Graph's own words; they exist on product pages only. */
const previewFacts = ({ price, stock }: Product): Record<string, string> => ({
  'product:price:amount': String(price),
  'product:price:currency': 'INR',
  'product:availability': stock > 0 ? 'in stock' : 'out of stock',
});

/** Describes the product to search engines and link previews as long as its page is shown. */
export function useProductMeta(product: Product): void {
  const { name, price, description, images } = product;
  usePageHead({
    title: name,
    description: `${name}, ${formatRupees(price)}. ${description}`,
    image: images[0]?.url,
    type: 'product',
  });
  useEffect(() => {
    // A block of data, no code: the browser runs nothing of it.
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
