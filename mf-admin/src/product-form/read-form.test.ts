import { readForm } from './read-form.js';

const filled = (changes: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: ' Pattu ', description: '', price: '1250.50', category: 'saree', sareeType: 'pattu', stock: '3', sizes: 'S, M ,,L', tags: '', ...changes })) form.set(name, value);
  return form;
};

describe('the product form', () => {
  it('gives sizes and tags as trimmed lists and numbers as numbers', () => {
    expect(readForm(filled(), [])).toMatchObject({ name: 'Pattu', price: 1250.5, stock: 3, sizes: ['S', 'M', 'L'], tags: [], sareeType: 'pattu' });
  });

  it('sends the optional facts, empty ones too, so that they can be taken back', () => {
    expect(readForm(filled({ weave: ' Ikat ', colour: 'red' }), [])).toMatchObject({ weave: 'Ikat', colour: 'red', fabric: '', occasion: '' });
  });

  it('is not complete without name, price, category and stock', () => {
    for (const name of ['name', 'price', 'category', 'stock']) expect(readForm(filled({ [name]: ' ' }), [])).toBeUndefined();
  });

  it('takes no price of nothing and no half piece', () => {
    for (const [name, value] of [['price', '0'], ['price', 'dear'], ['stock', '1.5'], ['stock', '-1']] as const) expect(readForm(filled({ [name]: value }), [])).toBeUndefined();
  });
});
