import { act, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { provideRemotes } from '@rangavalli/web-kit/federation/remotes';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildProduct, buildShop } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { clearListings } from './filters/use-listing.js';
import CatalogRoutes, { preload } from './routes.js';

configure({ asyncUtilTimeout: 5_000 });

function open(path: string) {
  window.history.pushState({}, '', path);
  render(
    <BrowserRouter>
      <CatalogRoutes />
    </BrowserRouter>,
  );
}
const listing = (...products: ReturnType<typeof buildProduct>[]) => ({
  success: true as const,
  products,
  total: products.length,
  page: 1,
  pages: 1,
});
const shopWith = (...products: ReturnType<typeof buildProduct>[]) =>
  fakeApi({ 'GET /products/getAll': listing(...products) });

beforeEach(() => clearListings());

describe('a collection page', () => {
  it('shows its heading, a loading text, then its products; preloaded, without a skeleton of the page', async () => {
    await preload('/pattu-saree');
    const api = shopWith(buildProduct({ name: 'Arani pattu', price: 125000 }));
    open('/pattu-saree');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pattu Sarees');
    expect(screen.getByRole('status').textContent).toBe('Loading pattu sarees…');
    expect(await screen.findByRole('heading', { level: 2, name: 'Arani pattu' })).toBeTruthy();
    expect(api.requests[0]?.query.toString()).toBe('category=saree&sareeType=pattu&sort=newest&page=1');
    expect(screen.getByRole('status').textContent).toBe('1 product');
    expect(screen.getByText('₹1,25,000')).toBeTruthy();
    expect(document.title).toContain('Pattu Sarees');
  });

  it('is headed Customised Family Combos at /family-combo', async () => {
    shopWith();
    open('/family-combo');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Customised Family Combos');
    expect(await screen.findByText('No family combos found.')).toBeTruthy();
  });

  it('shows the stock and links to the product', async () => {
    const inStock = buildProduct({ name: 'One', stock: 1 });
    shopWith(inStock, buildProduct({ name: 'None', stock: 0 }));
    open('/all');
    const card = await screen.findByRole('article', { name: 'One' });
    expect(within(card).getByText('In Stock')).toBeTruthy();
    expect(
      within(card)
        .getByRole('link', { name: /^Shop Now/ })
        .getAttribute('href'),
    ).toBe(`/product/${inStock._id}`);
    expect(within(screen.getByRole('article', { name: 'None' })).getByText('Out of Stock')).toBeTruthy();
  });

  it('shows the documented text when it is empty', async () => {
    shopWith();
    open('/kidswear');
    expect(await screen.findByText('No kidswear found.')).toBeTruthy();
  });

  it('shows an error and loads after a retry', async () => {
    const api = fakeApi({
      'GET /products/getAll': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.'),
    });
    open('/all');
    expect(await screen.findByText('We could not load the products.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Filters' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Filters' }).disabled).toBe(true);
    api.responses['GET /products/getAll'] = listing(buildProduct({ name: 'Back again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back again')).toBeTruthy();
  });

  it('reloads when the connection returns', async () => {
    const api = fakeApi({ 'GET /products/getAll': noConnection });
    open('/all');
    expect(await screen.findByText(/You seem to be offline/)).toBeTruthy();
    api.responses['GET /products/getAll'] = listing(buildProduct({ name: 'Online' }));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Online')).toBeTruthy();
  });

  it('is filtered by ?tag=', async () => {
    const api = shopWith(buildProduct({ name: 'Tagged' }));
    open('/all?tag=ikat-elegance');
    expect(await screen.findByText('Tagged')).toBeTruthy();
    expect(api.requests[0]?.query.get('tag')).toBe('ikat-elegance');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('All Products: ikat-elegance');
  });
});

describe('the search', () => {
  it('shows the results of the query in the URL, and of a new one', async () => {
    fakeApi({ 'GET /products/getAll': ({ query }) => listing(buildProduct({ name: `Found for ${query.get('q')}` })) });
    open('/search?q=indigo');
    expect(await screen.findByText('Found for indigo')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search products' }), { target: { value: 'ivory' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Found for ivory')).toBeTruthy();
    expect(window.location.search).toBe('?q=ivory');
  });

  it('shows which query it used instead when there are no exact matches', async () => {
    fakeApi({
      'GET /products/getAll': { ...listing(buildProduct({ name: 'Banarasi silk' })), didYouMean: 'banarasi' },
    });
    open('/search?q=banrasi');
    expect(await screen.findByText('No exact matches. Showing results for “banarasi”.')).toBeTruthy();
  });

  it('offers suggestions without a query', async () => {
    fakeApi({ 'GET /products/getAll': ({ query }) => listing(buildProduct({ name: `Found for ${query.get('q')}` })) });
    open('/search');
    fireEvent.click(screen.getByRole('link', { name: 'Kalamkari' }));
    expect(await screen.findByText('Found for Kalamkari')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Kalamkari' })).toBeNull();
  });
});

describe('the product page', () => {
  const pictures = [1, 2].map((number) => ({
    public_id: `p${number}`,
    url: `https://img.example/x/image/upload/v1/p${number}.jpg`,
  }));
  const product = buildProduct({
    name: 'Paithani',
    description: 'Peacocks on the pallu.',
    fabric: 'Silk',
    sizes: ['Free'],
    images: pictures,
  });
  const shop = () =>
    fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'GET /questions': { success: true, questions: [] },
    });

  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('has what the law requires, of the product or else of the shop', async () => {
    fakeApi({
      'GET /products/getOne/{id}': {
        success: true,
        product: { ...product, price: 12_600, netQuantity: '1 saree, 6.3 m' },
      },
      'GET /shop': { success: true, shop: buildShop({ maker: 'Weavers of Pochampally' }) },
    });
    open(`/product/${product._id}`);
    const details = (await screen.findByText('Product information')).closest('details')!;
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(await screen.findByText('Weavers of Pochampally')).toBeTruthy();
    expect(
      within(details)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Saree',
      '₹12,600, inclusive of all taxes',
      '1 saree, 6.3 m',
      'India',
      'Weavers of Pochampally',
      'Return or exchange within 7 days of delivery',
      expect.stringContaining('@'),
    ]);
  });

  it('works while mf-checkout is down, and loads its fragment after a retry', async () => {
    shop();
    provideRemotes(() => Promise.reject(new Error('down')));
    open(`/product/${product._id}`);
    expect(await screen.findByText('Add to cart is temporarily unavailable.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Paithani' })).toBeTruthy();
    expect(screen.getByText('Peacocks on the pallu.')).toBeTruthy();
    expect(screen.getByText('Silk')).toBeTruthy();
    provideRemotes(async () => ({ default: () => <button type="button">Add to Cart</button> }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Add to Cart' })).toBeTruthy();
  });

  it('shows the picture whose thumbnail is chosen', async () => {
    shop();
    open(`/product/${product._id}`);
    expect(await screen.findByAltText('Paithani, picture 1 of 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show picture 2' }));
    expect(screen.getByAltText('Paithani, picture 2 of 2').getAttribute('src')).toContain('p2.jpg');
  });

  it.each([product._id, 'nothing'])('shows that there is no product %s', async (id) => {
    fakeApi({ 'GET /products/getOne/{id}': errorResponse(404, 'PRODUCT_NOT_FOUND', 'gone') });
    open(`/product/${id}`);
    expect(await screen.findByText('This product is no longer available.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse all products' }).getAttribute('href')).toBe('/all');
  });

  it('offers a retry when it cannot be loaded', async () => {
    const api = fakeApi({
      'GET /products/getOne/{id}': errorResponse(504, 'DEADLINE_EXCEEDED', 'This took too long.'),
    });
    open(`/product/${product._id}`);
    expect(await screen.findByText('We could not load this product.')).toBeTruthy();
    api.responses['GET /products/getOne/{id}'] = { success: true, product };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Paithani' })).toBeTruthy();
  });
});
