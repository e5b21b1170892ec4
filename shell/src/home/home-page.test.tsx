import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import Home, { PromoGrid } from './Home.js';

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  render(
    <BrowserRouter>
      <Home />
    </BrowserRouter>,
  );
});

const looks = () => screen.getAllByRole('link', { name: /, look \d+ of 13$/ });
const centre = () =>
  /\d+ of 13/.exec(
    looks()
      .find((look) => look.getAttribute('aria-current') === 'true')
      ?.getAttribute('aria-label') ?? '',
  )?.[0];

test('Trending Wear Collection shows 7 pictures of 13; a click brings one to the centre, the next one to what it shows', () => {
  expect(screen.getByRole('heading', { name: 'Trending Wear Collection' })).toBeTruthy();
  expect(looks()).toHaveLength(7);
  fireEvent.click(screen.getByRole('link', { name: 'Green Chanderi saree, look 3 of 13' }));
  expect(centre()).toBe('3 of 13');
  expect(looks()).toHaveLength(7);
  expect(window.location.pathname).toBe('/');
  fireEvent.click(screen.getByRole('link', { name: 'Green Chanderi saree, look 3 of 13' }));
  expect(window.location.pathname + window.location.search).toBe('/search?q=Green%20Chanderi%20saree');
});

test('the arrow keys go around the ring and take the focus along', () => {
  const [first] = looks().filter((look) => look.tabIndex === 0);
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowLeft' });
  expect(centre()).toBe('13 of 13');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Lavender Organza saree, look 13 of 13');
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
  expect(centre()).toBe('1 of 13');
});

test('the strip has six looks with the documented words', () => {
  const strip = within(screen.getByRole('region', { name: 'Trending' }));
  expect(strip.getAllByRole('link')).toHaveLength(6);
  expect(strip.getAllByText('Premium Wear')).toHaveLength(6);
  expect(strip.getAllByText('Style & Elegance')).toHaveLength(6);
  expect(strip.getAllByText('Shop Now')).toHaveLength(6);
});

test('every promotion leads into the shop', () => {
  const offers = within(screen.getByRole('region', { name: 'Featured' }));
  expect(offers.getByRole('heading', { name: 'Turn Up The Volume' })).toBeTruthy();
  expect(offers.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Shop Now', '/search?q=festive%20saree'],
    ['Explore', '/all?sort=newest'],
    ['View', '/handloom-saree'],
    ['Browse', '/customised-sarees'],
  ]);
});

test('a reduction is claimed only while a product that it leads to has it', async () => {
  const claim = /% off/;
  expect(screen.queryByText(claim)).toBeNull();
  cleanup();
  const textWith = async (...products: Product[]) => {
    const { requestsTo } = fakeApi({ 'GET /products/getAll': { success: true, products, total: products.length } });
    const { container, unmount } = render(<PromoGrid />, { wrapper: BrowserRouter });
    await waitFor(() => expect(requestsTo('GET /products/getAll')).toHaveLength(1));
    const [request] = requestsTo('GET /products/getAll');
    expect(request?.query.toString()).toBe('q=festive+saree&inStock=true&limit=8');
    await act(async () => undefined);
    const text = container.textContent ?? '';
    unmount();
    return text;
  };
  const reduced = (price: number): Product => buildProduct({ price: 1_000, sale: { price } });
  expect(await textWith(buildProduct(), reduced(950))).not.toMatch(claim);
  expect(await textWith(reduced(900), reduced(577))).toContain('Up to 42% off on festive colour.');
});
