import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { planImport } from './plan-import.js';
import { productsToCsv, readProductsCsv } from './product-csv.js';

const pattu = buildProduct({
  name: '=Pattu, "red"',
  description: 'Two\nlines',
  sizes: ['S', 'M'],
  tags: ['wedding'],
  weave: 'Kanchipuram Pattu',
});
const pant = buildProduct({ name: 'Pant', category: 'pant' });
delete pant.sareeType;
const kurta = buildProduct({
  name: 'Kurta',
  category: 'kidswear',
  stock: 3,
  sizes: ['S', 'M: long'],
  sizeStock: [
    { size: 'S', stock: 3 },
    { size: 'M: long', stock: 0 },
  ],
});
delete kurta.sareeType;
const plan = (text: string) => planImport(readProductsCsv(text), [pattu, pant, kurta]);

describe('the CSV import', () => {
  it('changes nothing when an export is imported', () => {
    const text = productsToCsv([pattu, pant, kurta]);
    expect(text).toContain('S:3|M: long:0');
    expect(text).toContain("'=Pattu");
    expect(plan(`\ufeff${text}`).map(({ action }) => action)).toEqual(['none', 'none', 'none']);
  });

  it('exports sales in Indian time, and begins, changes and ends them by row', () => {
    const until = '2026-12-31T18:29:00.000Z';
    const onSale = buildProduct({ name: 'On sale', price: 2_000, sale: { price: 1_500, until } });
    const planSale = (text: string) => planImport(readProductsCsv(text), [onSale, pant]);
    const text = productsToCsv([onSale]);
    expect(text).toContain('2000,1500,,2026-12-31 23:59');
    expect(planSale(text).map(({ action }) => action)).toEqual(['none']);
    expect(
      planSale(
        `id,salePrice,saleFrom,saleUntil\n${onSale._id},1400,2026-12-01,2026-12-31\n${pant._id},,,\n${onSale._id},,,`,
      ),
    ).toMatchObject([
      {
        action: 'change',
        changes: ['sale price 1400 from 2026-12-01 00:00 until 2026-12-31 23:59'],
        body: { sale: { price: 1_400, from: '2026-11-30T18:30:00.000Z', until } },
      },
      { action: 'none' },
      { action: 'error' },
    ]);
    expect(planSale(`id,salePrice,saleUntil\n${onSale._id},,`)[0]).toMatchObject({
      changes: ['no sale'],
      body: { sale: null },
    });
    expect(planSale(`id,price\n${onSale._id},1500`)[0]).toMatchObject({
      errors: ['salePrice 1500 is not below the price, 1500'],
    });
    expect(planSale(`id,salePrice,saleFrom,saleUntil\n${pant._id},5000,31/12/2026,2026-02-31`)[0]).toMatchObject({
      errors: [
        'salePrice 5000 is not below the price, 4999',
        'saleFrom “31/12/2026” is not a date, like 2026-12-01 or 2026-12-01 10:00',
        'saleUntil “2026-02-31” is not a date, like 2026-12-01 or 2026-12-01 10:00',
      ],
    });
    expect(planSale(`id,saleUntil\n${pant._id},2026-12-31`)[0]).toMatchObject({ errors: ['salePrice is missing'] });
  });

  it('changes only the columns in the file', () => {
    expect(plan(`ID,Stock\n${pattu._id},3\n\n${pant._id},8`)).toEqual([
      {
        row: 2,
        name: pattu.name,
        action: 'change',
        id: pattu._id,
        changes: ['stock from 8 to 3'],
        body: { stock: 3, stockWas: { stock: 8 } },
      },
      { row: 4, name: 'Pant', action: 'none' },
    ]);
  });

  it('changes HSN codes, and removes them with an empty cell', () => {
    const withCode = buildProduct({ name: 'With a code', hsn: '500720' });
    const steps = planImport(readProductsCsv(`id,hsn\n${pant._id},620462\n${withCode._id},\n${pattu._id},62046`), [
      withCode,
      pant,
      pattu,
    ]);
    expect(steps).toMatchObject([
      { action: 'change', changes: ['hsn'], body: { hsn: '620462' } },
      { action: 'change', body: { hsn: '' } },
      { action: 'error', errors: ['hsn “62046” is not an HSN code of 4, 6 or 8 digits'] },
    ]);
    expect(productsToCsv([withCode])).toContain('500720');
  });

  it('adds a product for each row without an id', () => {
    expect(
      plan('name,price,category,sareeType,stock,sizes,weave\nNew,1499.50,saree,handloom,2,S|M| ,\nOther,10,pant,,0,,'),
    ).toEqual([
      {
        row: 2,
        name: 'New',
        action: 'add',
        body: expect.objectContaining({
          name: 'New',
          price: 1499.5,
          category: 'saree',
          sareeType: 'handloom',
          stock: 2,
          sizes: ['S', 'M'],
        }),
      },
      {
        row: 3,
        name: 'Other',
        action: 'add',
        body: expect.objectContaining({ name: 'Other', price: 10, category: 'pant', sareeType: null, stock: 0 }),
      },
    ]);
  });

  it('reports all errors of each row', () => {
    const text = [
      'id,name,price,category,sareeType,stock',
      ',,0,shoes,,1.5',
      ',Pant,10,pant,pattu,1',
      'ffffffffffffffffffffffff,X,1,saree,,1',
      `${pant._id},Pant,1,pant,,1`,
      `${pant._id},Pant,1,pant,,1`,
    ].join('\n');
    const steps = plan(text);
    expect(steps.map((step) => (step.action === 'error' ? step.errors : step.action))).toEqual([
      [
        'name is missing',
        expect.stringContaining('price “0”'),
        expect.stringContaining('category “shoes”'),
        expect.stringContaining('stock “1.5”'),
      ],
      ['only a saree has a sareeType'],
      [expect.stringContaining('no product has the id')],
      'change',
      ['an earlier row has the same id'],
    ]);
  });

  it('changes stock by size and describes the change', () => {
    expect(plan(`id,stock,sizes,sizeStock\n${kurta._id},3,S|M: long,S:1|M: long:4`)).toEqual([
      {
        row: 2,
        name: 'Kurta',
        action: 'change',
        id: kurta._id,
        changes: ['stock by size from S:3|M: long:0 to S:1|M: long:4'],
        body: {
          sizeStock: [
            { size: 'S', stock: 1 },
            { size: 'M: long', stock: 4 },
          ],
          stockWas: { stock: 3, sizeStock: kurta.sizeStock },
        },
      },
    ]);
    expect(plan(`id,sizeStock\n${kurta._id},S:3|M: long:0`).map(({ action }) => action)).toEqual(['none']);
    // One stock for all sizes again.
    expect(plan(`id,stock,sizeStock\n${kurta._id},5,`)).toEqual([
      expect.objectContaining({
        action: 'change',
        body: { stock: 5, sizeStock: [], stockWas: { stock: 3, sizeStock: kurta.sizeStock } },
      }),
    ]);
    expect(plan(`id,stock,sizeStock\n${pant._id},8,`).map(({ action }) => action)).toEqual(['none']);
  });

  it('adds a product with stock by size without the sum', () => {
    expect(plan('name,price,category,stock,sizes,sizeStock\nNew,10,pant,,,S:1|M:2')).toEqual([
      {
        row: 2,
        name: 'New',
        action: 'add',
        body: expect.objectContaining({
          stock: 3,
          sizes: ['S', 'M'],
          sizeStock: [
            { size: 'S', stock: 1 },
            { size: 'M', stock: 2 },
          ],
        }),
      },
    ]);
    const [one] = plan('name,price,category,stock,sizeStock\nNew,10,pant,4,');
    expect(one).toMatchObject({ action: 'add', body: { stock: 4 } });
    expect(one).not.toHaveProperty('body.sizeStock');
  });

  it('rejects stock by size that is not a number or contradicts another cell', () => {
    const errors = (text: string) => plan(text).map((step) => (step.action === 'error' ? step.errors : step.action));
    expect(errors(`id,sizeStock\n${kurta._id},S:3|M\n${pattu._id},S:1.5\n,S:1|S:2`)).toEqual([
      ['sizeStock “M” is not a size with a whole number, like S:3'],
      ['sizeStock “S:1.5” is not a size with a whole number, like S:3'],
      expect.arrayContaining(['sizeStock has a size twice']),
    ]);
    expect(errors(`id,stock,sizes,sizeStock\n${kurta._id},9,S|L,S:1|M: long:4`)).toEqual([
      ['stock 9 is not the sum of sizeStock, 5', 'sizes are not those of sizeStock, S|M: long'],
    ]);
    // The sum alone does not show the size.
    expect(errors(`id,stock\n${kurta._id},9`)).toEqual([
      ['stock 9 is not the sum of sizeStock, 3: this product tracks stock by size, change sizeStock'],
    ]);
    expect(errors(`id,stock\n${kurta._id},3`)).toEqual(['none']);
  });

  it('rejects a file with unknown headings or an unclosed quotation mark', () => {
    expect(readProductsCsv('name,colr\nA,red').problems).toEqual(['Unknown columns: colr.']);
    expect(readProductsCsv('a,b\n1,2').problems[0]).toContain('The first row must contain the column names');
    expect(readProductsCsv('name,price\n"A,2').problems).toEqual(['Row 2: a quotation mark is not closed.']);
  });
});
