import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { readForm, toChanges, validateFields } from './read-form.js';

const filled = (changes: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: ' Pattu ',
    description: '',
    price: '1250.50',
    category: 'saree',
    sareeType: 'pattu',
    stock: '3',
    sizes: 'S, M ,,L',
    tags: '',
    ...changes,
  }))
    form.set(name, value);
  return form;
};

describe('the product form', () => {
  it('accepts valid fields', () => {
    expect(validateFields(filled())).toEqual({});
  });

  it('needs an HSN code of six digits where the turnover of the shop does', () => {
    const problem = { hsn: 'Enter an HSN code of at least 6 digits.' };
    expect(validateFields(filled({ hsnDigits: '6', hsn: '' }))).toEqual(problem);
    expect(validateFields(filled({ hsnDigits: '6', hsn: '5007' }))).toEqual(problem);
    expect(validateFields(filled({ hsnDigits: '6', hsn: '500720' }))).toEqual({});
    expect(validateFields(filled({ hsnDigits: '4', hsn: '' }))).toEqual({});
  });

  it('returns sizes and tags as trimmed lists, and numbers', () => {
    expect(readForm(filled(), [])).toMatchObject({
      name: 'Pattu',
      price: 1250.5,
      stock: 3,
      sizes: ['S', 'M', 'L'],
      tags: [],
      sareeType: 'pattu',
    });
  });

  it('includes empty optional fields, so that they can be removed', () => {
    expect(readForm(filled({ weave: ' Ikat ', colour: 'red' }), [])).toMatchObject({
      weave: 'Ikat',
      colour: 'red',
      fabric: '',
      occasion: '',
    });
  });

  it('has a video with its poster, both or none', () => {
    const [url, poster] = ['https://img.example/drape.mp4', 'https://img.example/drape.jpg'];
    expect(readForm(filled(), []).video).toBeNull();
    expect(readForm(filled({ 'video.url': url, 'video.poster': poster }), []).video).toEqual({ url, poster });
    expect(validateFields(filled({ 'video.url': url, 'video.poster': poster }))).toEqual({});
    expect(Object.keys(validateFields(filled({ 'video.url': url })))).toEqual(['video.poster']);
    expect(Object.keys(validateFields(filled({ 'video.poster': poster })))).toEqual(['video.url']);
  });

  it('requires name, price, category and stock', () => {
    for (const name of ['name', 'price', 'category', 'stock'])
      expect(Object.keys(validateFields(filled({ [name]: ' ' })))).toEqual([name]);
  });

  it('rejects a price of 0 and fractions of stock', () => {
    for (const [name, value] of [
      ['price', '0'],
      ['price', 'high'],
      ['stock', '1.5'],
      ['stock', '-1'],
    ] as const)
      expect(Object.keys(validateFields(filled({ [name]: value })))).toEqual([name]);
  });
});

describe('an edit', () => {
  const images: never[] = [];
  const plain = buildProduct({ stock: 8, sizes: ['S', 'M'] });
  const counted = buildProduct({
    stock: 4,
    sizes: ['S', 'M'],
    sizeStock: [
      { size: 'S', stock: 3 },
      { size: 'M', stock: 1 },
    ],
  });
  const edit = (product: Product, changes: Record<string, string>, sizeStock?: SizeStock[]) =>
    toChanges(readForm(filled({ sizes: 'S, M', ...changes }), images, sizeStock), product);

  it('has only what differs from the product', () => {
    const { name, description, price, sareeType = '' } = plain;
    const same = { name, description, price: String(price), sareeType, stock: '8' };
    expect(edit(plain, same)).toEqual({});
    expect(edit(plain, { ...same, description: 'New' })).toEqual({ description: 'New' });
    expect(edit(plain, { ...same, 'sale.price': '9' })).toEqual({ sale: { price: 9 } });
    expect(edit({ ...plain, sale: { price: 9 } }, same)).toEqual({ sale: null });
    expect(edit(plain, { ...same, sizes: 'M, S' })).toEqual({ sizes: ['M', 'S'] });
    expect(edit(plain, { ...same, category: 'pant', sareeType: '' })).toEqual({ category: 'pant', sareeType: null });
    expect(edit({ ...plain, weave: 'Ikat', hsn: '5007' }, { ...same, hsn: '' })).toEqual({ weave: '', hsn: '' });
  });

  it('omits unchanged stock, so that units sold meanwhile stay sold', () => {
    expect(edit(plain, { stock: '8' })).not.toHaveProperty('stock');
    expect(edit(plain, { stock: '9' })).toMatchObject({ stock: 9, stockWas: { stock: 8 } });
    const same = edit(counted, { stock: '4' }, [...counted.sizeStock!]);
    for (const field of ['stock', 'sizes', 'sizeStock', 'stockWas']) expect(same).not.toHaveProperty(field);
  });

  it('has the stock of every size, as entered and as seen, when one was changed', () => {
    const next = [
      { size: 'S', stock: 3 },
      { size: 'M', stock: 0 },
    ];
    const stockWas = { stock: 4, sizeStock: counted.sizeStock };
    expect(edit(counted, { stock: '3' }, next)).toMatchObject({ sizeStock: next, stockWas });
    expect(edit(counted, { stock: '3' }, next)).not.toHaveProperty('stock');
    expect(edit(plain, { stock: '3' }, next)).toMatchObject({ sizeStock: next, stockWas: { stock: 8 } });
  });

  it('returns to one stock with an empty list, and the number only when it differs', () => {
    expect(edit(counted, { stock: '4' })).toMatchObject({ sizeStock: [] });
    expect(edit(counted, { stock: '4' })).not.toHaveProperty('stock');
    expect(edit(counted, { stock: '6' })).toMatchObject({ sizeStock: [], stock: 6 });
  });
});
