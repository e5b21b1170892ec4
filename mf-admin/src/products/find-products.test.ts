import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { findProducts } from './find-products.js';

const noFilter = { search: '', category: '', stock: '', sort: '' };

describe('findProducts', () => {
  const banarasi = buildProduct({ name: 'Banarasi jaal', price: 9000, stock: 0, weave: 'Banarasi' });
  const pattu = buildProduct({ name: 'Pattu', price: 5000, stock: 4, tags: ['wedding'] });
  const pant = buildProduct({ name: 'Aligarh pant', price: 900, stock: 40, category: 'pant' });
  const all = [banarasi, pattu, pant];

  it('returns all products in their order without a filter', () => {
    expect(findProducts(all, noFilter)).toEqual(all);
  });

  it('searches name, tag and weave, and filters by category', () => {
    expect(findProducts(all, { ...noFilter, search: 'WEDDING' })).toEqual([pattu]);
    expect(findProducts(all, { ...noFilter, search: 'banarasi' })).toEqual([banarasi]);
    expect(findProducts(all, { ...noFilter, category: 'pant' })).toEqual([pant]);
  });

  it('filters by stock', () => {
    expect(findProducts(all, { ...noFilter, stock: 'out' })).toEqual([banarasi]);
    expect(findProducts(all, { ...noFilter, stock: 'low' })).toEqual([banarasi, pattu]);
    expect(findProducts(all, { ...noFilter, stock: 'in' })).toEqual([pattu, pant]);
  });

  it('filters by sold-out sizes', () => {
    const kurta = buildProduct({
      stock: 6,
      sizeStock: [
        { size: 'S', stock: 6 },
        { size: 'M', stock: 0 },
      ],
    });
    const shirt = buildProduct({ stock: 6, sizeStock: [{ size: 'S', stock: 6 }] });
    expect(findProducts([...all, kurta, shirt], { ...noFilter, stock: 'size' })).toEqual([kurta]);
  });

  it('sorts in both directions', () => {
    expect(findProducts(all, { ...noFilter, sort: 'name' })).toEqual([pant, banarasi, pattu]);
    expect(findProducts(all, { ...noFilter, sort: '-price' })).toEqual([banarasi, pattu, pant]);
    expect(findProducts(all, { ...noFilter, sort: '-stock' })).toEqual([pant, pattu, banarasi]);
  });
});
