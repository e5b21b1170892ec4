import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { editOf, readForm } from './read-form.js';

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
  it('gives sizes and tags as trimmed lists and numbers as numbers', () => {
    expect(readForm(filled(), [])).toMatchObject({
      name: 'Pattu',
      price: 1250.5,
      stock: 3,
      sizes: ['S', 'M', 'L'],
      tags: [],
      sareeType: 'pattu',
    });
  });

  it('sends the optional facts, empty ones too, so that they can be taken back', () => {
    expect(readForm(filled({ weave: ' Ikat ', colour: 'red' }), [])).toMatchObject({
      weave: 'Ikat',
      colour: 'red',
      fabric: '',
      occasion: '',
    });
  });

  it('is not complete without name, price, category and stock', () => {
    for (const name of ['name', 'price', 'category', 'stock'])
      expect(readForm(filled({ [name]: ' ' }), [])).toBeUndefined();
  });

  it('takes no price of nothing and no half piece', () => {
    for (const [name, value] of [
      ['price', '0'],
      ['price', 'dear'],
      ['stock', '1.5'],
      ['stock', '-1'],
    ] as const)
      expect(readForm(filled({ [name]: value }), [])).toBeUndefined();
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
    editOf(readForm(filled({ sizes: 'S, M', ...changes }), images, sizeStock)!, product);

  it('leaves stock alone where it was not changed: what was sold meanwhile stays sold', () => {
    expect(edit(plain, { stock: '8' })).not.toHaveProperty('stock');
    expect(edit(plain, { stock: '8' })).not.toHaveProperty('sizeStock');
    expect(edit(plain, { stock: '9' })).toMatchObject({ stock: 9 });
    const same = edit(counted, { stock: '4' }, [...counted.sizeStock!]);
    expect(same).not.toHaveProperty('stock');
    expect(same).not.toHaveProperty('sizeStock');
    expect(same).toMatchObject({ sizes: ['S', 'M'] });
  });

  it('sends the pieces of every size, and their sum, once one of them was changed', () => {
    const next = [
      { size: 'S', stock: 3 },
      { size: 'M', stock: 0 },
    ];
    expect(edit(counted, { stock: '3' }, next)).toMatchObject({ sizeStock: next, stock: 3, sizes: ['S', 'M'] });
    expect(edit(plain, { stock: '3' }, next)).toMatchObject({ sizeStock: next, stock: 3 });
  });

  it('goes back to one stock by an empty list, with the number only if it is another one', () => {
    expect(edit(counted, { stock: '4' })).toMatchObject({ sizeStock: [] });
    expect(edit(counted, { stock: '4' })).not.toHaveProperty('stock');
    expect(edit(counted, { stock: '6' })).toMatchObject({ sizeStock: [], stock: 6 });
  });
});
