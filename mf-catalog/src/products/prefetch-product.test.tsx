import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import CatalogRoutes from '../routes.js';

test('touching a card prefetches the product once for its page', async () => {
  const product = buildProduct({ name: 'Arani pattu' });
  const api = fakeApi({
    'GET /products/getAll': { success: true, products: [product], total: 1, page: 1, pages: 1 },
    'GET /products/getOne/{id}': { success: true, product },
  });
  const productRequests = () =>
    api.requests.filter(({ key, params }) => key === 'GET /products/getOne/{id}' && params['id'] === product._id);
  window.history.pushState({}, '', '/all');
  render(
    <BrowserRouter>
      <CatalogRoutes />
    </BrowserRouter>,
  );
  const link = await screen.findByRole('link', { name: /^Shop Now/ });
  expect(productRequests()).toEqual([]);
  fireEvent.touchStart(link);
  fireEvent.focus(link);
  await new Promise((resolve) => setTimeout(resolve)); // Requests wait for the session's renewal.
  expect(productRequests()).toHaveLength(1);
  fireEvent.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Arani pattu' })).toBeTruthy();
  expect(productRequests()).toHaveLength(1);
});
