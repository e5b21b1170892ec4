import { productInput } from '@rangavalli/contracts/entities/product';
import { generateProduct, weaverOf } from './sample-products.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const many = Array.from({ length: 3_000 }, (_, index) => generateProduct(index, NOW));

describe('sample products', () => {
  it('are the same in every run', () => {
    expect(generateProduct(17, NOW)).toEqual(many[17]);
  });

  it('are valid input of an admin', () => {
    for (const { pricePaise, images, sizeStock, ...product } of many.slice(0, 300)) {
      const input = {
        ...product,
        price: pricePaise / 100,
        images: images.map(({ public_id, path }) => ({ public_id, url: `https://res.cloudinary.com/demo/${path}` })),
        ...(sizeStock ? { sizeStock } : {}),
      };
      expect(productInput.safeParse(input).error).toBeUndefined();
      if (sizeStock)
        expect([sizeStock.map(({ size }) => size), sizeStock.reduce((sum, { stock }) => sum + stock, 0)]).toEqual([
          product.sizes,
          product.stock,
        ]);
    }
  });

  it('have common words, a rare one, all filters and sold-out items', () => {
    const named = (word: string) => many.filter(({ name }) => name.includes(word)).length;
    expect(named('Kanchipuram')).toBeGreaterThan(200);
    expect(named(weaverOf(1_234))).toBeLessThan(5);
    for (const key of ['category', 'weave', 'fabric', 'occasion', 'colour'] as const)
      expect(new Set(many.map((product) => product[key])).size).toBeGreaterThan(5);
    expect(many.filter(({ stock }) => stock === 0).length).toBeGreaterThan(20);
    expect(many.filter(({ sizeStock }) => sizeStock).length).toBeGreaterThan(100);
  });
});
