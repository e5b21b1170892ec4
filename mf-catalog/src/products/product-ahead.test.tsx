import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import CatalogRoutes from '../routes.js';

test('a finger on a card asks for the product once, and its page has it', async () => {
  const product = buildProduct({ name: 'Arani pattu' });
  const api = fakeApi({
    'GET /products/getAll': { success: true, products: [product], total: 1, page: 1, pages: 1 },
    'GET /products/getOne/{id}': { success: true, product },
  });
  const ofProduct = () =>
    api.requests.filter(({ key, params }) => key === 'GET /products/getOne/{id}' && params['id'] === product._id);
  window.history.pushState({}, '', '/all');
  render(
    <BrowserRouter>
      <CatalogRoutes />
    </BrowserRouter>,
  );
  const link = await screen.findByRole('link', { name: 'Shop Now' });
  expect(ofProduct()).toEqual([]);
  fireEvent.touchStart(link);
  fireEvent.focus(link);
  await new Promise((resolve) => setTimeout(resolve)); // what is asked waits for nothing but the session's renewal
  expect(ofProduct()).toHaveLength(1);
  fireEvent.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Arani pattu' })).toBeTruthy();
  expect(ofProduct()).toHaveLength(1);
});
