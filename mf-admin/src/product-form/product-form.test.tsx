import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProduct, buildShop } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, toasts, visit } from '../testing/admin-area.js';

asAdmin();

describe('the product form', () => {
  it('marks missing required fields with the documented message', async () => {
    const api = fakeApi({});
    visit('/admin/products/add');
    press('Add Product');
    await expectToast('Please fill all required fields.');
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(api.requests).toEqual([]);
  });

  it('removes an error when its field is corrected, also of an entry of a list', async () => {
    const product = buildProduct();
    fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': errorResponse(400, 'VALIDATION_FAILED', 'Please check the highlighted fields.', {
        fields: { 'tags.0': 'at most 40 characters' },
      }),
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByRole('button', { name: 'Update Product' });
    const type = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type(/^Name/, ' ');
    press('Update Product');
    expect(await screen.findByText('Enter a name.')).toBeTruthy();
    type(/^Name/, 'Uppada silk');
    await waitFor(() => expect(screen.queryByText('Enter a name.')).toBeNull());
    type(/^Tags/, 'x'.repeat(50));
    press('Update Product');
    expect(await screen.findByText('at most 40 characters')).toBeTruthy();
    type(/^Tags/, 'silk');
    await waitFor(() => expect(screen.queryByText('at most 40 characters')).toBeNull());
  });

  it('shows the documented errors when a product cannot be loaded', async () => {
    const api = fakeApi({
      'GET /products/getOne/{id}': errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
    });
    visit('/admin/products/edit/1');
    expect(await screen.findByText('Unable to fetch product.')).toBeTruthy();
    api.responses['GET /products/getOne/{id}'] = noConnection;
    press(/again/i);
    expect(await screen.findByText('Error loading product.')).toBeTruthy();
  });

  it('reorders images, with the first as the cover, and saves them', async () => {
    const images = [
      { public_id: 'one', url: 'https://images/one' },
      { public_id: 'two', url: 'https://images/two' },
    ];
    const product = buildProduct({ images, weave: 'Ikat' });
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': { success: true, product },
      'GET /products/getAll': { success: true, products: [], total: 0 },
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByRole('button', { name: 'Update Product' });
    press('Make image 2 the cover');
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({ images: images.toReversed() });
  });

  it('edits a sale, in Indian time, and removes it', async () => {
    const product = buildProduct({ sale: { price: 3999, from: '2026-10-31T18:30:00.000Z' } });
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': errorResponse(400, 'VALIDATION_FAILED', 'Please check the highlighted fields.', {
        fields: { 'sale.price': 'Enter less than the price, ₹4,999' },
      }),
      'GET /products/getAll': { success: true, products: [], total: 0 },
    });
    visit(`/admin/products/edit/${product._id}`);
    const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
    const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
    await screen.findByRole('button', { name: 'Update Product' });
    expect(field(/^Sale from/).value).toBe('2026-11-01T00:00');
    type(/^Sale until/, '2026-10-01T00:00');
    press('Update Product');
    expect(await screen.findByText('Enter a time after the start.')).toBeTruthy();
    type(/^Sale until/, '2026-11-05T23:30');
    press('Update Product');
    expect(await screen.findByText('Enter less than the price, ₹4,999')).toBeTruthy();
    expect(api.requestsTo('PUT /products/update/{id}').at(-1)?.body).toMatchObject({
      sale: { price: 3999, from: '2026-10-31T18:30:00.000Z', until: '2026-11-05T18:00:00.000Z' },
    });
    type(/^Sale price/, '');
    press('Update Product');
    expect(await screen.findByText('Enter a sale price in rupees above 0, or clear the times too.')).toBeTruthy();
    for (const label of [/^Sale from/, /^Sale until/]) type(label, '');
    api.responses['PUT /products/update/{id}'] = { success: true, product };
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}').at(-1)?.body).toMatchObject({ sale: null });
  });

  it('edits what customers enter for a product', async () => {
    const initials = { kind: 'text', label: 'Initials', required: true, maxLength: 3 } as const;
    const product = buildProduct({ personalisationFields: [initials] });
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': { success: true, product },
      'GET /products/getAll': { success: true, products: [], total: 0 },
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByRole('group', { name: 'Initials' });
    press('Add a field');
    const added = within(screen.getByRole('group', { name: 'Field 2' }));
    const type = (label: string, value: string) => fireEvent.change(added.getByLabelText(label), { target: { value } });
    type('Kind', 'measure');
    type('From', '48');
    type('To', '22');
    press('Update Product');
    await expectToast('Please fill all required fields.');
    expect(added.getByText('Enter a label.')).toBeTruthy();
    expect(added.getByText('Enter a number, at least the lowest.')).toBeTruthy();
    type('Label', 'Waist');
    type('From', '22');
    type('To', '48');
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toMatchObject({
      personalisationFields: [
        initials,
        { kind: 'measure', label: 'Waist', required: false, unit: 'in', min: 22, max: 48 },
      ],
    });
  });

  it('sends only what was changed, also when the product is loaded with all its fields', async () => {
    const product = buildProduct({
      description: 'Two\r\nlines',
      price: 4999.5,
      sale: { price: 3999, until: '2026-12-31T18:29:59.999Z' },
      sizes: ['S', 'M'],
      tags: ['silk', 'red'],
      images: [{ url: 'https://images/one', public_id: 'one' }],
      video: { url: 'https://images/drape.mp4', poster: 'https://images/drape.jpg' },
      fabric: 'Silk',
      hsn: '500720',
      taxClass: 'fabric',
      handlingDays: 0,
      personalisationFields: [{ required: true, kind: 'text', label: 'Initials', maxLength: 3 }],
    });
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'GET /shop': { success: true, shop: buildShop() },
      'PUT /products/update/{id}': { success: true, product },
      'GET /products/getAll': { success: true, products: [], total: 0 },
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByLabelText(/^HSN code/);
    fireEvent.change(screen.getByLabelText(/^Care/), { target: { value: 'Dry clean' } });
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({ care: 'Dry clean' });
  });

  it('shows a failed upload and offers a retry', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    fakeApi({ 'POST /products/images/signature': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/products/add');
    fireEvent.change(screen.getByLabelText(/Drop images here/), {
      target: {
        files: [
          new File(['x'], 'front.png', { type: 'image/png' }),
          new File(['x'], 'notes.txt', { type: 'text/plain' }),
        ],
      },
    });
    expect(screen.getByText('Uploading images...')).toBeTruthy();
    await expectToast('Image upload failed.');
    expect(toasts).toContain('Only image files can be uploaded.');
    expect(await screen.findByRole('button', { name: /^Try again.*front\.png$/ })).toBeTruthy();
  });

  it('confirms before changes are lost', async () => {
    fakeApi({ 'GET /products/getAll': { success: true, products: [], total: 0 } });
    visit('/admin/products/add');
    fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'New' } });
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Leave without saving?' })).toBeTruthy();
    press('Stay here');
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('New');
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    press('Leave');
    expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy();
  });
});
