import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { viewOf } from './product-list.js';

const everything = { search: '', category: '', stock: '', sort: '' };

describe('the list of products', () => {
  const banarasi = buildProduct({ name: 'Banarasi jaal', price: 9000, stock: 0, weave: 'Banarasi' });
  const pattu = buildProduct({ name: 'Pattu', price: 5000, stock: 4, tags: ['wedding'] });
  const pant = buildProduct({ name: 'Aligarh pant', price: 900, stock: 40, category: 'pant' });
  const all = [banarasi, pattu, pant];

  it('comes as it is while nothing is asked', () => {
    expect(viewOf(all, everything)).toEqual(all);
  });

  it('is searched by name, tag and weave, and narrowed by category', () => {
    expect(viewOf(all, { ...everything, search: 'WEDDING' })).toEqual([pattu]);
    expect(viewOf(all, { ...everything, search: 'banarasi' })).toEqual([banarasi]);
    expect(viewOf(all, { ...everything, category: 'pant' })).toEqual([pant]);
  });

  it('is narrowed by stock', () => {
    expect(viewOf(all, { ...everything, stock: 'out' })).toEqual([banarasi]);
    expect(viewOf(all, { ...everything, stock: 'low' })).toEqual([banarasi, pattu]);
    expect(viewOf(all, { ...everything, stock: 'in' })).toEqual([pattu, pant]);
  });

  it('is narrowed to what has a size sold out', () => {
    const kurta = buildProduct({
      stock: 6,
      sizeStock: [
        { size: 'S', stock: 6 },
        { size: 'M', stock: 0 },
      ],
    });
    const shirt = buildProduct({ stock: 6, sizeStock: [{ size: 'S', stock: 6 }] });
    expect(viewOf([...all, kurta, shirt], { ...everything, stock: 'size' })).toEqual([kurta]);
  });

  it('is sorted both ways', () => {
    expect(viewOf(all, { ...everything, sort: 'name' })).toEqual([pant, banarasi, pattu]);
    expect(viewOf(all, { ...everything, sort: '-price' })).toEqual([banarasi, pattu, pant]);
    expect(viewOf(all, { ...everything, sort: '-stock' })).toEqual([pant, pattu, banarasi]);
  });
});
