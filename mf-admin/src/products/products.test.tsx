import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, toasts, visit } from '../testing/admin-area.js';

asAdmin();

describe('products', () => {
  const ikat = buildProduct({ name: 'Ikat', stock: 3 });
  const pant = buildProduct({ name: 'Pant', category: 'pant', stock: 0 });
  const list = { success: true as const, products: [ikat, pant], total: 2 };

  it('are searched and filtered, and filters can be cleared', async () => {
    const api = fakeApi({
      'GET /products/getAll': ({ query }) =>
        query.get('q') === 'nothing' ? { success: true, products: [], total: 0 } : list,
    });
    const lastQuery = () => Object.fromEntries(api.requestsTo('GET /products/getAll').at(-1)?.query ?? []);
    visit('/admin/products?stock=low&category=pant&sort=-stock');
    expect(await screen.findByRole('rowheader', { name: 'Pant' })).toBeTruthy();
    expect(lastQuery()).toEqual({ category: 'pant', maxStock: '4', sort: 'stock-desc', limit: '20' });
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'nothing' } });
    expect(await screen.findByText('No results match these filters.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: `#${ikat._id}` } });
    await waitFor(() => expect(lastQuery()).toMatchObject({ id: ikat._id }));
    press('Clear filters');
    await waitFor(() => expect(lastQuery()).toEqual({ sort: 'newest', limit: '20' }));
    expect(await screen.findAllByRole('rowheader')).toHaveLength(2);
  });

  it('are loaded a page at a time, and exported as a whole', async () => {
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return 'blob:products';
    };
    URL.revokeObjectURL = () => undefined;
    const api = fakeApi({
      'GET /products/getAll': ({ query }) =>
        query.get('cursor') === 'next'
          ? { success: true, products: [pant], total: 2 }
          : { success: true, products: [ikat], total: 2, nextCursor: 'next' },
    });
    visit('/admin/products?stock=in');
    expect(await screen.findByText('1 of 2 products')).toBeTruthy();
    press('Load more');
    expect(await screen.findByText('2 of 2 products')).toBeTruthy();
    expect(screen.getAllByRole('rowheader')).toHaveLength(2);
    press('Export CSV');
    await waitFor(() => expect(saved).toBeTruthy());
    const exported = api.requestsTo('GET /products/getAll').slice(-2);
    expect(exported.map(({ query }) => [query.get('limit'), query.get('cursor'), query.get('inStock')])).toEqual([
      ['100', null, 'true'],
      ['100', 'next', 'true'],
    ]);
  });

  it('show as many pages as before when a link is opened again', async () => {
    fakeApi({
      'GET /products/getAll': ({ query }) =>
        query.get('cursor') === 'next'
          ? { success: true, products: [pant], total: 2 }
          : { success: true, products: [ikat], total: 2, nextCursor: 'next' },
    });
    visit('/admin/products?pages=2');
    expect(await screen.findByText('2 of 2 products')).toBeTruthy();
  });

  it('have their stock changed in place, and only their stock', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'PUT /products/update/{id}': { success: true, product: { ...ikat, stock: 9 } },
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: 'Stock of Ikat: 3. Change' }));
    fireEvent.change(screen.getByLabelText('New stock of Ikat'), { target: { value: '9' } });
    press('Save stock');
    expect(await screen.findByRole('button', { name: 'Stock of Ikat: 9. Change' })).toBeTruthy();
    expect(api.requestsTo('PUT /products/update/{id}')[0]).toMatchObject({
      params: { id: ikat._id },
      body: { stock: 9, stockWas: { stock: 3 } },
    });
    expect(toasts).toEqual(['Stock updated']);
  });

  it('show the present stock when it changed before an edit, which is then based on it', async () => {
    const message = 'The stock has changed to 1. Please check it and save again.';
    const api = fakeApi({
      'GET /products/getAll': list,
      'PUT /products/update/{id}': errorResponse(409, 'STOCK_CHANGED', message, { stock: 1, sizes: [] }),
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: 'Stock of Ikat: 3. Change' }));
    fireEvent.change(screen.getByLabelText('New stock of Ikat'), { target: { value: '9' } });
    press('Save stock');
    await expectToast(message);
    press('Cancel');
    fireEvent.click(await screen.findByRole('button', { name: 'Stock of Ikat: 1. Change' }));
    fireEvent.change(screen.getByLabelText('New stock of Ikat'), { target: { value: '9' } });
    api.responses['PUT /products/update/{id}'] = { success: true, product: { ...ikat, stock: 9 } };
    press('Save stock');
    expect(await screen.findByRole('button', { name: 'Stock of Ikat: 9. Change' })).toBeTruthy();
    expect(api.requestsTo('PUT /products/update/{id}').at(-1)?.body).toEqual({ stock: 9, stockWas: { stock: 1 } });
  });

  it('are deleted after a confirmation, with the documented messages', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'DELETE /products/delete/{id}': errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
    });
    visit('/admin/products');
    const remove = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Delete Ikat' }));
      expect(screen.getByRole('heading', { name: 'Delete this product?' })).toBeTruthy();
      press('Delete');
    };
    await remove();
    await expectToast('This product is no longer available.');
    api.responses['DELETE /products/delete/{id}'] = noConnection;
    await remove();
    await expectToast('Server error');
    api.responses['DELETE /products/delete/{id}'] = errorResponse(500, 'INTERNAL', '');
    await remove();
    await expectToast('Failed to delete');
    expect(toasts).not.toContain('Something went wrong.');
    expect(screen.getByRole('rowheader', { name: 'Ikat' })).toBeTruthy();
    api.responses['DELETE /products/delete/{id}'] = { success: true, message: 'Product deleted' };
    await remove();
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Ikat' })).toBeNull());
  });

  it('are imported from a file after a dry run, and not while a row is invalid', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'PUT /products/update/{id}': { success: true, product: ikat },
      'POST /products/create': { success: true, product: pant },
    });
    visit('/admin/products');
    await screen.findByRole('rowheader', { name: 'Ikat' });
    press('Import CSV');
    const choose = (text: string) =>
      fireEvent.change(screen.getByLabelText('CSV file'), {
        target: { files: [Object.assign(new File([text], 'p.csv'), { text: () => Promise.resolve(text) })] },
      });
    choose(`id,stock\n${ikat._id},many`);
    expect(await screen.findByText(/1 of 1 rows cannot be imported/)).toBeTruthy();
    // Only the products of the file are loaded.
    expect(api.requestsTo('GET /products/getAll').at(-1)?.query.get('id')).toBe(ikat._id);
    expect((screen.getByRole('button', { name: 'Import' }) as HTMLButtonElement).disabled).toBe(true);
    choose(`id,name,price,category,stock\n${ikat._id},Ikat,4999,saree,7\n,New,10,pant,1`);
    expect(await screen.findByText('1 new, 1 changed, 0 unchanged.')).toBeTruthy();
    expect(api.requests.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
    press('Import 2 rows');
    await expectToast('2 products imported');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({ stock: 7, stockWas: { stock: 3 } });
    expect(api.requestsTo('POST /products/create')[0]?.body).toMatchObject({
      name: 'New',
      price: 10,
      category: 'pant',
      stock: 1,
    });
  });
});
