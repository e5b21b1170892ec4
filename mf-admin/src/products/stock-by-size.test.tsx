import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

const field = (label: string | RegExp) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const bySizeSwitch = () => field('Track stock by size');

const kurta = buildProduct({
  name: 'Kurta',
  category: 'kidswear',
  sareeType: undefined,
  stock: 3,
  sizes: ['S', 'M'],
  sizeStock: [
    { size: 'S', stock: 3 },
    { size: 'M', stock: 0 },
  ],
});
const stockWas = { stock: 3, sizeStock: kurta.sizeStock };
const pattu = buildProduct({ name: 'Pattu', stock: 8, sizes: ['S', 'M'] });
const listOf = (...products: (typeof kurta)[]) => ({ success: true as const, products, total: products.length });

asAdmin();

describe('the product form', () => {
  const edit = async (product: typeof kurta, response: unknown = { success: true, product }) => {
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': response as never,
      'GET /products/getAll': listOf(),
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByRole('button', { name: 'Update Product' });
    return api;
  };

  it('tracks a new product by size, with the sum as its stock', async () => {
    const api = fakeApi({
      'POST /products/create': { success: true, product: kurta },
      'GET /products/getAll': listOf(),
    });
    visit('/admin/products/add');
    expect(bySizeSwitch().getAttribute('role')).toBe('switch');
    expect(bySizeSwitch().disabled).toBe(true);
    type(/^Name/, 'Kurta');
    type(/^Price \(/, '900');
    type(/^Category/, 'kidswear');
    type(/^Sizes/, 'S, M, ');
    fireEvent.click(bySizeSwitch());
    expect(field('Stock').readOnly).toBe(true);
    type('Stock of size S', '3');
    expect(field('Stock').value).toBe('3');
    press('Add Product');
    await expectToast('Please fill all required fields.');
    expect(document.activeElement).toBe(field('Stock of size M'));
    expect(field('Stock of size M').getAttribute('aria-invalid')).toBe('true');
    type('Stock of size M', '4');
    expect(field('Stock').value).toBe('7');
    press('Add Product');
    await expectToast('Product added');
    expect(api.requestsTo('POST /products/create')[0]?.body).toMatchObject({
      stock: 7,
      sizes: ['S', 'M'],
      sizeStock: [
        { size: 'S', stock: 3 },
        { size: 'M', stock: 4 },
      ],
    });
  });

  it('follows the entered sizes and keeps the number of a size that returns', async () => {
    await edit(kurta);
    type(/^Sizes/, 'S, L');
    expect(screen.queryByLabelText('Stock of size M')).toBeNull();
    expect(field('Stock of size L').value).toBe('');
    type(/^Sizes/, 'S');
    type(/^Sizes/, 'M, S');
    expect(field('Stock of size M').value).toBe('0');
    expect(field('Stock of size S').value).toBe('3');
    type(/^Sizes/, '');
    expect(screen.queryByRole('group', { name: 'Stock by size' })).toBeNull();
    expect(field('Stock').readOnly).toBe(false);
  });

  it('omits unchanged stock', async () => {
    const api = await edit(kurta);
    type(/^Name/, 'Long kurta');
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({ name: 'Long kurta' });
  });

  it('returns to one stock', async () => {
    const api = await edit(kurta);
    type('Stock of size M', '2');
    fireEvent.click(bySizeSwitch());
    expect(field('Stock').value).toBe('5');
    expect(field('Stock').readOnly).toBe(false);
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toMatchObject({ sizeStock: [], stock: 5, stockWas });
  });

  it('shows a number that changed meanwhile, and bases the next attempt on it', async () => {
    const now = {
      stock: 1,
      sizes: ['S', 'M'],
      sizeStock: [
        { size: 'S', stock: 1 },
        { size: 'M', stock: 0 },
      ],
    };
    const fields = { 'sizeStock.0.stock': 'Now 1, was 3' };
    const api = await edit(kurta, errorResponse(409, 'STOCK_CHANGED', 'Changed.', { fields, ...now }));
    type('Stock of size S', '9');
    press('Update Product');
    await expectToast('Changed.');
    expect(screen.getByText('Now 1, was 3').id).toBe(field('Stock of size S').getAttribute('aria-describedby'));
    api.responses['PUT /products/update/{id}'] = { success: true, product: kurta };
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}').at(-1)?.body).toEqual({
      sizeStock: [
        { size: 'S', stock: 9 },
        { size: 'M', stock: 0 },
      ],
      stockWas: { stock: 1, sizeStock: now.sizeStock },
    });
  });

  it('shows the errors of the server beside their fields', async () => {
    const api = await edit(
      kurta,
      errorResponse(400, 'VALIDATION_FAILED', 'Please check the highlighted fields.', {
        fields: { 'sizeStock.1.stock': 'too many', 'sizes.0': 'too long' },
      }),
    );
    type('Stock of size M', '999');
    press('Update Product');
    await expectToast('Please check the highlighted fields.');
    expect(screen.getByText('too many').id).toBe(field('Stock of size M').getAttribute('aria-describedby'));
    expect(screen.getByText('too long').id).toBe(field(/^Sizes/).getAttribute('aria-describedby'));
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({
      sizeStock: [
        { size: 'S', stock: 3 },
        { size: 'M', stock: 999 },
      ],
      stockWas,
    });
  });

  it('shows beside the stock that it is now tracked by size', async () => {
    const message = 'This product tracks stock by size. Please set the stock of each size.';
    await edit(pattu, errorResponse(409, 'STOCK_BY_SIZE', message));
    type('Stock', '9');
    press('Update Product');
    await expectToast(message);
    expect(screen.getByText(message).id).toBe(field('Stock').getAttribute('aria-describedby'));
    expect(document.activeElement).toBe(field('Stock'));
  });
});

describe('the list of products', () => {
  it('shows sold-out sizes and changes the stock of each', async () => {
    const counted = {
      ...kurta,
      stock: 6,
      sizeStock: [
        { size: 'S', stock: 1 },
        { size: 'M', stock: 5 },
      ],
    };
    const api = fakeApi({
      'GET /products/getAll': listOf(kurta, pattu),
      'PUT /products/update/{id}': { success: true, product: counted },
    });
    visit('/admin/products');
    const opener = await screen.findByRole('button', { name: 'Stock of Kurta: 3, M sold out. Change' });
    expect(within(opener).getByText('3').getAttribute('data-tone')).toBe('yellow');
    fireEvent.click(opener);
    const dialog = within(screen.getByRole('dialog', { name: 'Stock of Kurta' }));
    expect(document.activeElement).toBe(field('Stock of size S'));
    type('Stock of size S', '');
    fireEvent.click(dialog.getByRole('button', { name: 'Save stock' }));
    expect(field('Stock of size S').getAttribute('aria-invalid')).toBe('true');
    type('Stock of size S', '1');
    type('Stock of size M', '5');
    expect(dialog.getByRole('status').textContent).toBe('6');
    expect(api.requestsTo('PUT /products/update/{id}')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Save stock' }));
    expect(await screen.findByRole('button', { name: 'Stock of Kurta: 6, in 2 sizes. Change' })).toBeTruthy();
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({
      sizeStock: counted.sizeStock,
      stockWas,
    });
    expect(screen.queryByLabelText('Stock of size S')).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Stock of Kurta: 6, in 2 sizes. Change' }),
      ),
    );
  });

  it('keeps the dialog open with the error of the server', async () => {
    fakeApi({
      'GET /products/getAll': listOf(kurta),
      'PUT /products/update/{id}': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.'),
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: /^Stock of Kurta/ }));
    type('Stock of size M', '5');
    press('Save stock');
    expect(await screen.findByText('Temporarily unavailable.')).toBeTruthy();
    expect(field('Stock of size M').value).toBe('5');
  });

  it('shows what was sold while the dialog was open, and keeps what was entered', async () => {
    const three = buildProduct({
      name: 'Lehenga',
      stock: 15,
      sizes: ['S', 'M', 'L'],
      sizeStock: ['S', 'M', 'L'].map((size) => ({ size, stock: 5 })),
    });
    const now = {
      stock: 11,
      sizes: three.sizes,
      sizeStock: [
        { size: 'S', stock: 4 },
        { size: 'M', stock: 2 },
        { size: 'L', stock: 5 },
      ],
    };
    const fields = { 'sizeStock.0.stock': 'Now 4, was 5' };
    const api = fakeApi({
      'GET /products/getAll': listOf(three),
      'PUT /products/update/{id}': errorResponse(409, 'STOCK_CHANGED', 'Changed.', { fields, ...now }),
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: /^Stock of Lehenga: 15/ }));
    type('Stock of size S', '8');
    press('Save stock');
    expect(await screen.findByText('Now 4, was 5')).toBeTruthy();
    expect(['S', 'M', 'L'].map((size) => field(`Stock of size ${size}`).value)).toEqual(['8', '2', '5']);
    const saved = now.sizeStock.map((entry) => (entry.size === 'S' ? { size: 'S', stock: 8 } : entry));
    api.responses['PUT /products/update/{id}'] = {
      success: true,
      product: { ...three, stock: 15, sizeStock: saved },
    };
    press('Save stock');
    await expectToast('Stock updated');
    expect(api.requestsTo('PUT /products/update/{id}').at(-1)?.body).toEqual({
      sizeStock: saved,
      stockWas: { stock: 11, sizeStock: now.sizeStock },
    });
  });

  it('is reloaded when a product turns out to be tracked by size', async () => {
    const api = fakeApi({
      'GET /products/getAll': listOf(pattu),
      'PUT /products/update/{id}': errorResponse(409, 'STOCK_BY_SIZE', 'By size.'),
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: /^Stock of Pattu/ }));
    type('New stock of Pattu', '9');
    api.responses['GET /products/getAll'] = listOf({
      ...pattu,
      sizeStock: [
        { size: 'S', stock: 8 },
        { size: 'M', stock: 0 },
      ],
    });
    await act(async () => press('Save stock'));
    await expectToast('By size.');
    expect(await screen.findByRole('dialog', { name: 'Stock of Pattu' })).toBeTruthy();
  });
});
