import { aProduct } from '@rangavalli/web-kit/testing/builders';
import { planImport } from './plan-import.js';
import { productsAsCsv, readProductsCsv } from './product-csv.js';

const pattu = aProduct({ name: '=Pattu, "red"', description: 'Two\nlines', sizes: ['S', 'M'], tags: ['wedding'], weave: 'Kanchipuram Pattu' });
const pant = aProduct({ name: 'Pant', category: 'pant' });
delete pant.sareeType;
const plan = (text: string) => planImport(readProductsCsv(text), [pattu, pant]);

describe('the products\' file', () => {
  it('taken out and brought back in changes nothing', () => {
    const text = productsAsCsv([pattu, pant]);
    expect(text).toContain('\'=Pattu');
    expect(plan(`\ufeff${text}`).map(({ does }) => does)).toEqual(['nothing', 'nothing']);
  });

  it('changes only the columns that it has', () => {
    expect(plan(`ID,Stock\n${pattu._id},3\n\n${pant._id},8`)).toEqual([
      { row: 2, name: pattu.name, does: 'change', id: pattu._id, changes: ['stock from 8 to 3'], body: { stock: 3 } },
      { row: 4, name: 'Pant', does: 'nothing' },
    ]);
  });

  it('adds a product for each row without an id', () => {
    expect(plan('name,price,category,sareeType,stock,sizes,weave\nNew,1499.50,saree,handloom,2,S|M| ,\nOther,10,pant,,0,,')).toEqual([
      { row: 2, name: 'New', does: 'add', body: expect.objectContaining({ name: 'New', price: 1499.5, category: 'saree', sareeType: 'handloom', stock: 2, sizes: ['S', 'M'] }) },
      { row: 3, name: 'Other', does: 'add', body: expect.objectContaining({ name: 'Other', price: 10, category: 'pant', sareeType: null, stock: 0 }) },
    ]);
  });

  it('says of each row all that is wrong with it', () => {
    const text = `id,name,price,category,sareeType,stock\n,,0,shoes,,1.5\n,Pant,10,pant,pattu,1\nffffffffffffffffffffffff,X,1,saree,,1\n${pant._id},Pant,1,pant,,1\n${pant._id},Pant,1,pant,,1`;
    const steps = plan(text);
    expect(steps.map((step) => (step.does === 'fail' ? step.errors : step.does))).toEqual([
      ['name is missing', expect.stringContaining('price “0”'), expect.stringContaining('category “shoes”'), expect.stringContaining('stock “1.5”')],
      ['only a saree has a sareeType'],
      [expect.stringContaining('there is no product with the id')],
      'change',
      ['the same id stands in an earlier row'],
    ]);
  });

  it('is refused as a whole where its headings are strange or a quotation mark is open', () => {
    expect(readProductsCsv('name,colr\nA,red').problems).toEqual(['There are columns that a product does not have: colr.']);
    expect(readProductsCsv('a,b\n1,2').problems[0]).toContain('The first row must name the columns');
    expect(readProductsCsv('name,price\n"A,2').problems).toEqual(['Row 2: a quotation mark is not closed.']);
  });
});
