import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { productInput, type ProductInput } from '@rangavalli/contracts/entities/product';
import { readCatalogue } from './catalogue.js';

const WEAVES = [
  'Kanchipuram Pattu',
  'Banarasi Silk',
  'Chanderi Cotton',
  'Paithani Weaves',
  'Kalamkari Prints',
  'Ikat Elegance',
  'Patola Splendor',
  'Organza Drapes',
  'Tussar Classics',
];

/** Weaving towns and districts; as people write them. */
const PLACES = [
  'Kanchipuram',
  'Ayyampettai',
  'Varanasi',
  'Madanpura',
  'Yeola',
  'Patan',
  'Rajkot',
  'Pochampally',
  'Puttapaka',
  'Bargarh',
  'Odisha',
  'Srikalahasti',
  'Pedana',
  'Masulipatnam',
  'Bhagalpur',
  'Champa',
  'Chhattisgarh',
  'Bolpur',
  'Kota',
  'Mangalagiri',
  'Ajrakhpur',
  'Bhuj',
  'Surat',
];
/** Named for another reason than the origin. */
const MENTIONED: Readonly<Record<string, readonly string[]>> = {
  // Where its zari is from, and where its dye was once sold from.
  'Samudrika Sea Green Kanchi': ['Surat'],
  'Madder Rose Kalamkari': ['Masulipatnam'],
  // Its weave is tagged; the village is beside that town.
  'Raja Rani Grand Brocade Pattu': ['Kanchipuram'],
};
const STATES: Readonly<Record<string, readonly string[]>> = {
  'Kanchipuram Pattu': ['Tamil Nadu'],
  'Banarasi Silk': ['Uttar Pradesh'],
  'Chanderi Cotton': ['Madhya Pradesh'],
  'Paithani Weaves': ['Maharashtra'],
  'Kalamkari Prints': ['Andhra Pradesh'],
  'Ikat Elegance': ['Telangana', 'Odisha'],
  'Patola Splendor': ['Gujarat'],
  'Tussar Classics': ['Bihar', 'Chhattisgarh', 'Jharkhand', 'West Bengal'],
};

const catalogue = readCatalogue();
const products = catalogue.products.map(({ input: { sizeStock, stock, ...input } }) => ({
  ...input,
  sizeStock,
  stock: stock ?? sizeStock!.reduce((sum, size) => sum + size.stock, 0),
}));
const count = (matches: (product: (typeof products)[number]) => boolean) => products.filter(matches).length;

describe('demo catalogue', () => {
  it('has 120 products in all categories', () => {
    expect(products).toHaveLength(120);
    expect(count(({ sareeType }) => sareeType === 'pattu')).toBeGreaterThanOrEqual(34);
    expect(count(({ sareeType }) => sareeType === 'handloom')).toBeGreaterThanOrEqual(28);
    expect(count(({ sareeType }) => sareeType === 'customised')).toBeGreaterThanOrEqual(12);
    for (const [category, minimum] of [
      ['kidswear', 10],
      ['accessories', 10],
      ['family combo', 5],
      ['customised combo', 5],
      ['pant', 4],
    ] as const) {
      expect(count((product) => product.category === category)).toBeGreaterThanOrEqual(minimum);
    }
  });

  it('gives a saree type to sarees only', () => {
    for (const { category, sareeType, name } of products)
      expect([name, sareeType !== undefined]).toEqual([name, category === 'saree']);
  });

  it('has at least six products of each Trending Collection, tagged with its name', () => {
    for (const weave of WEAVES) {
      const ofWeave = products.filter((product) => product.weave === weave);
      expect(ofWeave.length).toBeGreaterThanOrEqual(6);
      for (const { tags } of ofWeave) expect(tags).toContain(weave);
    }
    expect(products.filter(({ weave }) => weave && !WEAVES.includes(weave))).toEqual([]);
  });

  it('has prices from 250 to 85,000 rupees without paise', () => {
    const prices = products.map(({ price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([250, 85_000]);
    expect(prices.every(Number.isInteger)).toBe(true);
  });

  it('has products out of stock and low in stock', () => {
    expect(count(({ stock }) => stock === 0)).toBe(8);
    expect(count(({ stock }) => stock > 0 && stock < 5)).toBe(15);
    expect(Math.max(...products.map(({ stock }) => stock))).toBe(60);
  });

  it('has sizes where shoppers choose one', () => {
    for (const { category, sareeType, sizes, name } of products) {
      if (sareeType === 'customised') expect(sizes).toContain('36');
      else if (category === 'saree') expect(sizes).toEqual(['Free Size']);
      else if (category === 'kidswear') expect(sizes.every((size) => /^\d+-\d+Y$/.test(size))).toBe(true);
      else if (category === 'pant') expect(sizes).toEqual(['S', 'M', 'L', 'XL', 'XXL']);
      else if (category !== 'accessories') expect([name, sizes.length > 0]).toEqual([name, true]);
    }
  });

  it('counts stock by size for ready-made clothes, with sizes out of stock and low in stock', () => {
    for (const { category, sizes, sizeStock, name } of products) {
      const isReadyMade =
        category === 'kidswear' ||
        category === 'pant' ||
        (category === 'accessories' && sizes.length > 1) ||
        sizes.includes('2-3Y');
      expect([name, sizeStock !== undefined]).toEqual([name, isReadyMade]);
    }
    const counted = products.flatMap(({ name, sizes, stock, sizeStock }) =>
      sizeStock ? [{ name, sizes, stock, sizeStock }] : [],
    );
    for (const { name, sizes, sizeStock } of counted)
      expect([name, sizeStock.map(({ size }) => size)]).toEqual([name, sizes]);
    const partlySoldOut = counted.filter(({ stock, sizeStock }) => stock > 0 && sizeStock.some((s) => s.stock === 0));
    expect(partlySoldOut.length).toBeGreaterThanOrEqual(10);
    const low = counted.filter(({ sizeStock }) => sizeStock.some((size) => size.stock > 0 && size.stock < 5));
    expect(low.length).toBeGreaterThanOrEqual(10);
    expect(counted.filter(({ stock }) => stock === 0).map(({ name }) => name)).toContain('Mini Tussar Kurta');
    expect(counted.some(({ sizeStock }) => sizeStock.every((size) => size.stock >= 4))).toBe(true);
  });

  it('claims the origin of the product itself, and no other place', () => {
    for (const { name, description, tags, fabric = '', weave = '', origin, care = '' } of products) {
      const named = PLACES.filter((place) =>
        new RegExp(String.raw`\b${place}\b`, 'i').test([name, description, ...tags, fabric, care].join(' ')),
      );
      const others = named.filter((place) => !(origin ?? '').includes(place) && !MENTIONED[name]?.includes(place));
      expect([name, origin, others]).toEqual([name, origin, []]);
      const states = STATES[weave];
      if (origin && states)
        expect([name, origin, states.some((state) => origin.endsWith(state))]).toEqual([name, origin, true]);
    }
    // Products with a protected name state where they are from; imitations have another weave or none.
    const withName = products.filter(({ weave = '' }) => /Kanchipuram|Banarasi|Chanderi|Paithani|Patola/.test(weave));
    expect(withName.length).toBeGreaterThan(50);
    expect(withName.filter(({ origin }) => !origin).map(({ name }) => name)).toEqual([]);
    const printed = products.filter(({ description }) => /\bprinted from a real\b/i.test(description));
    expect(printed.map(({ weave }) => weave)).toEqual([undefined]);
  });

  it('has descriptions of two to five sentences that do not repeat each other', () => {
    const openings = new Set<string>();
    const sentences = new Set<string>();
    for (const { name, description } of products) {
      const own = description.split(/(?<=[.!?])\s+/);
      expect([name, own.length >= 2 && own.length <= 5]).toEqual([name, true]);
      expect(description.length).toBeGreaterThan(120);
      expect(description.length).toBeLessThan(480);
      openings.add(description.slice(0, 18));
      for (const sentence of own.filter((text) => text.length > 34)) {
        expect([sentence, sentences.has(sentence)]).toEqual([sentence, false]);
        sentences.add(sentence);
      }
    }
    expect(openings.size).toBe(120);
    expect(new Set(products.map(({ name }) => name)).size).toBe(120);
  });

  it('is accepted by the API', () => {
    for (const { input, pictures } of catalogue.products) {
      const images = pictures.map(({ publicId }) => ({ public_id: publicId, url: `http://localhost/${publicId}` }));
      expect(productInput.safeParse({ ...input, images } satisfies ProductInput).error).toBeUndefined();
    }
  });
});

describe('demo pictures', () => {
  const pictures = [...catalogue.homePictures, ...catalogue.products.flatMap((product) => product.pictures)];

  it('are three per product and the 37 of the home page, with none left over', () => {
    expect(catalogue.homePictures).toHaveLength(37);
    expect(new Set(pictures.map(({ publicId }) => publicId)).size).toBe(397);
    const products = catalogue.products.flatMap((product) => product.pictures);
    expect(readdirSync(dirname(products[0]!.file))).toHaveLength(products.length);
  });

  it('are at most 120 KB each and 22 MB in all', () => {
    const bytes = pictures.map(({ file }) => statSync(file).size);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(120_000);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(22_000_000);
  });
});
