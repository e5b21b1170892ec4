import { productInput } from '@rangavalli/contracts/entities/product';
import { asInput } from '../seed.js';
import { openingStock } from './opening-stock.js';
import { weaves } from './product.js';

const count = (matches: (product: (typeof openingStock)[number]) => boolean) => openingStock.filter(matches).length;

describe('the opening stock', () => {
  it('fills the shop: 120 products over every category', () => {
    expect(openingStock).toHaveLength(120);
    expect(count(({ sareeType }) => sareeType === 'pattu')).toBeGreaterThanOrEqual(34);
    expect(count(({ sareeType }) => sareeType === 'handloom')).toBeGreaterThanOrEqual(28);
    expect(count(({ sareeType }) => sareeType === 'customised')).toBeGreaterThanOrEqual(12);
    for (const [category, least] of [
      ['kidswear', 10],
      ['accessories', 10],
      ['family combo', 5],
      ['customised combo', 5],
      ['pant', 4],
    ] as const) {
      expect(count((product) => product.category === category)).toBeGreaterThanOrEqual(least);
    }
  });

  it('gives a saree type to sarees and to nothing else', () => {
    for (const { category, sareeType, name } of openingStock)
      expect([name, sareeType !== undefined]).toEqual([name, category === 'saree']);
  });

  it('has several products of each Trending Collection, tagged with its name', () => {
    for (const weave of weaves) {
      const of = openingStock.filter((product) => product.weave === weave);
      expect(of.length).toBeGreaterThanOrEqual(6);
      for (const product of of) expect(asInput(product, []).tags).toContain(weave);
    }
  });

  it('costs from 250 to 85,000 rupees, whole rupees', () => {
    const prices = openingStock.map(({ price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([250, 85_000]);
    expect(prices.every(Number.isInteger)).toBe(true);
  });

  it('is partly sold out and partly nearly so', () => {
    expect(count(({ stock }) => stock === 0)).toBe(8);
    expect(count(({ stock }) => stock > 0 && stock < 5)).toBe(15);
    expect(Math.max(...openingStock.map(({ stock }) => stock))).toBe(60);
  });

  it('has sizes where people choose one', () => {
    for (const { category, sareeType, sizes, name } of openingStock) {
      if (sareeType === 'customised') expect(sizes).toContain('36');
      else if (category === 'saree') expect(sizes).toEqual(['Free Size']);
      else if (category === 'kidswear') expect(sizes.every((size) => /^\d+-\d+Y$/.test(size))).toBe(true);
      else if (category === 'pant') expect(sizes).toEqual(['S', 'M', 'L', 'XL', 'XXL']);
      else if (category !== 'accessories') expect([name, sizes.length > 0]).toEqual([name, true]);
    }
  });

  it('is counted by size where pieces are sewn before they are sold, with sizes sold out and nearly so', () => {
    const counted = openingStock.flatMap(({ name, sizes, stock, sizeStock }) =>
      sizeStock ? [{ name, sizes, stock, pieces: sizeStock }] : [],
    );
    for (const { name, sizes, stock, pieces } of counted) {
      expect([name, pieces.map(({ size }) => size), pieces.reduce((sum, one) => sum + one.stock, 0)]).toEqual([
        name,
        sizes,
        stock,
      ]);
    }
    for (const { category, sizes, sizeStock, name } of openingStock) {
      const sewn =
        category === 'kidswear' ||
        category === 'pant' ||
        (category === 'accessories' && sizes.length > 1) ||
        sizes.includes('2-3Y');
      expect([name, sizeStock !== undefined]).toEqual([name, sewn]);
    }
    const partly = counted.filter(({ stock, pieces }) => stock > 0 && pieces.some((one) => one.stock === 0));
    expect(partly.length).toBeGreaterThanOrEqual(10);
    expect(
      counted.filter(({ pieces }) => pieces.some((one) => one.stock > 0 && one.stock < 5)).length,
    ).toBeGreaterThanOrEqual(10);
    expect(counted.filter(({ stock }) => stock === 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Mini Tussar Kurta']),
    );
    expect(counted.some(({ pieces }) => pieces.every((one) => one.stock >= 4))).toBe(true);
  });

  it('is described in words of its own', () => {
    const openings = new Set<string>();
    const sentences = new Set<string>();
    for (const { name, description } of openingStock) {
      const own = description.split(/(?<=[.!?])\s+/);
      expect([name, own.length >= 2 && own.length <= 5]).toEqual([name, true]);
      expect(description.length).toBeGreaterThan(120);
      expect(description.length).toBeLessThan(480);
      openings.add(description.slice(0, 18));
      for (const sentence of own.filter((one) => one.length > 34)) {
        expect([sentence, sentences.has(sentence)]).toEqual([sentence, false]);
        sentences.add(sentence);
      }
    }
    expect(openings.size).toBe(120);
    expect(new Set(openingStock.map(({ name }) => name)).size).toBe(120);
  });

  it('is what the shop takes, and no two pieces are of the same cloth and kind', () => {
    for (const product of openingStock)
      expect(
        productInput.safeParse(asInput(product, [{ public_id: 'x', url: 'http://localhost/x' }])).error,
      ).toBeUndefined();
    const looks = openingStock.map(({ silhouette, cloth }) => JSON.stringify([silhouette, cloth]));
    expect(looks.filter((look, k) => looks.indexOf(look) !== k)).toEqual([]);
  });
});
