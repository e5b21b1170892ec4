import { useLayoutEffect } from 'react';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { InterpretedPart, ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { BrowserRouter, useLocation } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection } from '@rangavalli/web-kit/testing/fake-api';
import { setColumns } from '../products/columns.js';
import CatalogRoutes from '../routes.js';
import { NoMatchesHelp } from '../search/NoMatchesHelp.js';
import { formatPriceBand, readFilters } from './filters.js';
import { pageNumbers } from './Pagination.js';
import { clearListings } from './use-listing.js';

configure({ asyncUtilTimeout: 5_000 });

const facets: ProductFacets = {
  weave: [
    { value: 'Banarasi Silk', count: 4 },
    { value: 'Ikat Elegance', count: 2 },
  ],
  colour: Array.from({ length: 9 }, (_none, index) => ({ value: `Shade ${index}`, count: 1 })),
  rating: [],
  fabric: [],
  occasion: [],
  size: [],
  price: [
    { min: 0, max: 999.99, count: 3 },
    { min: 50000, count: 1 },
  ],
  availability: { inStock: 5, outOfStock: 1 },
};
/** The product's name shows the request's query. */
const shop = (pages = 1) =>
  fakeApi({
    'GET /products/getAll': ({ query }) => ({
      success: true,
      products: [buildProduct({ name: `For ${query}` })],
      total: pages * 24,
      page: 1,
      pages,
      facets,
    }),
  });

/** As the browser does when the next page is laid out, before effects that wait for a frame. */
let onLayout: () => void = () => undefined;
function LaidOut() {
  useLocation();
  useLayoutEffect(() => onLayout());
  return null;
}

function open(path: string) {
  onLayout = () => undefined;
  window.history.pushState({}, '', path);
  render(
    <BrowserRouter>
      <LaidOut />
      <CatalogRoutes />
    </BrowserRouter>,
  );
}
const column = () => within(screen.getByRole('complementary', { name: 'Filters' }));
const tick = (name: RegExp) => fireEvent.click(column().getByRole('checkbox', { name }));

it('has two columns on a phone when chosen, also on the next visit, and a way past the filters', async () => {
  shop();
  open('/all');
  const toggle = await screen.findByRole('button', { name: 'Two columns', pressed: false });
  const columns = () => screen.getByRole('link', { name: /^Shop Now For/ }).closest('ul')?.dataset['columns'];
  await screen.findByText('For sort=newest&page=1');
  expect(columns()).toBe('1');
  fireEvent.click(toggle);
  expect([columns(), toggle.getAttribute('aria-pressed')]).toEqual(['2', 'true']);
  cleanup();
  open('/all');
  expect(await screen.findByRole('button', { name: 'Two columns', pressed: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Skip to the products' }));
  expect(document.activeElement?.contains(screen.getByRole('link', { name: /^Shop Now/ }))).toBe(true);
  expect(document.activeElement?.contains(column().getByRole('heading', { name: 'Filters' }))).toBe(false);
  act(() => setColumns(1));
});

describe('the filters of a list', () => {
  beforeEach(() => {
    clearListings();
    window.HTMLElement.prototype.scrollIntoView = () => undefined;
    window.HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    window.HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
  });

  it('are stored in the URL, with several values, and return to the first page', async () => {
    shop();
    open('/all?page=3');
    await screen.findByText('For sort=newest&page=3');
    tick(/^Banarasi Silk/);
    await screen.findByText('For weave=Banarasi+Silk&sort=newest&page=1');
    tick(/^Ikat Elegance/);
    await screen.findByText('For weave=Banarasi+Silk&weave=Ikat+Elegance&sort=newest&page=1');
    expect(window.location.search).toBe('?weave=Banarasi+Silk&weave=Ikat+Elegance');
    tick(/^Banarasi Silk/);
    expect(window.location.search).toBe('?weave=Ikat+Elegance');
    await screen.findByText('For weave=Ikat+Elegance&sort=newest&page=1');
  });

  it('are removed by their chips, one or all', async () => {
    shop();
    open('/all?weave=Ikat+Elegance&inStock=true&minPrice=1000&maxPrice=2499.99&sort=price-asc');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter ₹1,000 to ₹2,499' }));
    expect(window.location.search).toBe('?weave=Ikat+Elegance&inStock=true&sort=price-asc');
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(window.location.search).toBe('?sort=price-asc');
    expect(screen.queryByRole('list', { name: 'Applied filters' })).toBeNull();
    await screen.findByText('For sort=price-asc&page=1');
  });

  it('accept a price band or a range', async () => {
    shop();
    open('/all');
    await screen.findByText(/^For/);
    tick(/^Up to ₹999/);
    expect(window.location.search).toBe('?maxPrice=999.99');
    tick(/^Up to ₹999/);
    expect(window.location.search).toBe('');
    fireEvent.change(column().getByLabelText('From ₹'), { target: { value: '5000' } });
    fireEvent.change(column().getByLabelText('To ₹'), { target: { value: '200' } });
    fireEvent.click(column().getByRole('button', { name: 'Apply price' }));
    expect(window.location.search).toBe('?minPrice=200&maxPrice=5000');
    await screen.findByText('For minPrice=200&maxPrice=5000&sort=newest&page=1');
  });

  it('show more options on request', async () => {
    shop();
    open('/all');
    await screen.findByText(/^For/);
    expect(column().queryByText('Shade 8')).toBeNull();
    fireEvent.click(column().getByRole('button', { name: 'Show all 9 for Colour' }));
    expect(column().getByText('Shade 8')).toBeTruthy();
  });

  it('open as a sheet on a phone', async () => {
    shop();
    open('/all');
    await screen.findByText(/^For/);
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Filters' }));
    fireEvent.click(sheet.getByRole('checkbox', { name: /^In stock/ }));
    expect(window.location.search).toBe('?inStock=true');
    fireEvent.click(await sheet.findByRole('button', { name: 'Show 24 products' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be cleared when no products match', async () => {
    fakeApi({ 'GET /products/getAll': { success: true, products: [], total: 0, page: 1, pages: 0, facets } });
    open('/pattu-saree?size=XXL');
    expect(await screen.findByText('No pattu sarees found.')).toBeTruthy();
    expect(screen.getByText('No products match all filters. Remove a filter to see more.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(window.location.search).toBe('');
    await screen.findByText('No pattu sarees found.');
  });

  it('show what arrives before a festival at a PIN code, and what is rated well', async () => {
    const handlingDays = { saree: 2, kidswear: 2, accessories: 1, 'family combo': 4, 'customised combo': 5, pant: 2 };
    const festival = { date: '2027-01-14', name: 'Sankranti', maxHandlingDays: 3 };
    const india = { courierDays: { from: 1, to: 12 }, charge: 0 };
    const products = [buildProduct({ name: 'In time', rating: { average: 4.6, count: 8 } })];
    const api = fakeApi({
      'GET /products/getAll': {
        success: true,
        products: [...products, buildProduct({ name: 'Too late', handlingDays: 4 })],
        total: 2,
        page: 1,
        pages: 1,
        facets: { ...facets, rating: [{ min: 4, count: 1 }] },
      },
      'GET /delivery/terms': ({ query }) => ({
        success: true,
        terms: {
          serviceable: true,
          city: 'Hyderabad',
          handlingDays,
          festival,
          india,
          pincode: query.get('pincode') ?? undefined,
        },
      }),
    });
    open('/all');
    const card = within(await screen.findByRole('article', { name: 'In time' }));
    expect(card.getByText('4.6 (8 reviews)')).toBeTruthy();
    expect(await card.findByText('Arrives before Sankranti')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'Too late' })).queryByText(/^Arrives/)).toBeNull();
    expect(await screen.findByText('Delivered in Hyderabad. Enter your PIN code for your dates.')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Arrives before Sankranti (14 Jan)'));
    expect(window.location.search).toBe('?arrivesBefore=2027-01-14');
    fireEvent.change(await screen.findByLabelText('Delivery PIN code'), { target: { value: '500 092' } });
    fireEvent.click(screen.getByRole('button', { name: 'Use this PIN code' }));
    expect(window.location.search).toBe('?arrivesBefore=2027-01-14&pincode=500092');
    expect(await screen.findByText('Delivered to Hyderabad 500092')).toBeTruthy();
    fireEvent.click(screen.getByLabelText(/^4★ & above/));
    await waitFor(() => {
      const { query } = api.requestsTo('GET /products/getAll').at(-1) ?? {};
      expect([query?.get('minRating'), query?.get('pincode')]).toEqual(['4', '500092']);
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Arrives before 14 Jan at 500092' }));
    expect(window.location.search).toBe('?minRating=4');
    window.localStorage.clear();
  });

  it('keep the previous products visible until the new ones or an error arrive', async () => {
    const api = shop();
    open('/all');
    await screen.findByText('For sort=newest&page=1');
    api.responses['GET /products/getAll'] = noConnection;
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'price-desc' } });
    expect(screen.getByText('For sort=newest&page=1')).toBeTruthy();
    expect(await screen.findByText(/You seem to be offline/)).toBeTruthy();
  });

  it('restore page and scroll position on the way back', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    shop(4);
    open('/all');
    fireEvent.click(await screen.findByRole('link', { name: 'Page 2' }));
    await screen.findByText('For sort=newest&page=2');
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    Object.defineProperty(window, 'scrollY', { value: 700, configurable: true });
    fireEvent.scroll(window);
    fireEvent.click(screen.getByRole('link', { name: /^Shop Now/ }));
    expect(window.location.pathname).toMatch(/^\/product/);
    act(() => window.history.back());
    expect(await screen.findByText('For sort=newest&page=2')).toBeTruthy();
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 700));
    scrollTo.mockRestore();
  });

  it('do not record the place to which a shorter next page scrolls', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    shop(4);
    open('/all');
    await screen.findByText('For sort=newest&page=1');
    const scrollBy = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      window.dispatchEvent(new Event('scroll'));
    };
    scrollBy(3_600);
    onLayout = () => scrollBy(1_413);
    fireEvent.click(screen.getByRole('link', { name: /^Shop Now/ }));
    onLayout = () => undefined;
    act(() => window.history.back());
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 3_600));
    expect(scrollTo).not.toHaveBeenCalledWith(0, 1_413);
    scrollTo.mockRestore();
  });
});

describe('the search', () => {
  const price = { kind: 'price', label: 'under ₹10000', text: 'under ₹10000', maxPrice: 10000 } as const;
  const interpreted: InterpretedPart[] = [
    { kind: 'colour', label: 'Red', text: 'red', textWithout: 'saree under ₹10000' },
    { kind: 'category', label: 'Saree', text: 'saree', textWithout: 'red under ₹10000' },
    { ...price, textWithout: 'red saree' },
  ];
  const none = { success: true as const, products: [], total: 0, page: 1, pages: 0, facets };

  beforeEach(() => clearListings());

  it('is sorted by relevance unless another order is chosen', async () => {
    shop();
    open('/search?q=red');
    await screen.findByText('For q=red&sort=relevance&page=1');
    const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect([sort.value, sort.options[0]?.text]).toEqual(['relevance', 'Relevance']);
    fireEvent.change(sort, { target: { value: 'newest' } });
    await screen.findByText('For q=red&sort=newest&page=1');
    expect(window.location.search).toBe('?q=red&sort=newest');
  });

  it('removes a part of the text by its chip, and keeps the other filters', async () => {
    fakeApi({ 'GET /products/getAll': { ...none, products: [buildProduct({})], total: 1, interpreted } });
    open('/search?q=red+saree+under+10k&fabric=Silk');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Up to ₹10,000' }));
    expect(window.location.search).toBe('?q=red+saree&fabric=Silk');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
    expect(window.location.search).toBe('?q=red+saree');
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('returns to its start page when the last part is removed', async () => {
    const last: InterpretedPart = { kind: 'weave', label: 'Kanchipuram', text: 'kanjivaram', textWithout: '' };
    fakeApi({ 'GET /products/getAll': { ...none, interpreted: [last] } });
    open('/search?q=kanjivaram');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Kanchipuram' }));
    expect(window.location.search).toBe('');
    expect(screen.getByRole('link', { name: 'Kalamkari' })).toBeTruthy();
  });

  it('shows the nearest products, what was dropped and popular searches where nothing matches', async () => {
    const dropped: InterpretedPart[] = [{ ...price, textWithout: 'zebra' }];
    const nearest = { products: [buildProduct({ name: 'Nearly' })], kept: interpreted.slice(1, 2), dropped };
    fakeApi({ 'GET /products/getAll': { ...none, nearest } });
    open('/search?q=zebra+under+10k');
    expect(await screen.findByText('No products found for “zebra under 10k”.')).toBeTruthy();
    const region = within(screen.getByRole('region', { name: 'Nearest matches' }));
    expect(region.getByText('We left out “Up to ₹10,000” from your search.')).toBeTruthy();
    expect(region.getByRole('heading', { name: 'Nearly' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kids lehenga' }).getAttribute('href')).toBe('/search?q=Kids%20lehenga');
  });

  it('proposes products where no part of the text matches', async () => {
    const word: InterpretedPart = { kind: 'word', label: 'zebra', text: 'zebra', textWithout: '' };
    const nearest = { products: [buildProduct({ name: 'Something else' })], kept: [], dropped: [word] };
    fakeApi({ 'GET /products/getAll': { ...none, nearest } });
    open('/search?q=zebra');
    const region = within(await screen.findByRole('region', { name: 'You may like these' }));
    expect(region.getByRole('heading', { name: 'Something else' })).toBeTruthy();
    expect(region.queryByText(/left out/)).toBeNull();
  });

  it('links to WhatsApp only if the shop has a number', () => {
    const show = (whatsApp: string) =>
      render(
        <BrowserRouter>
          <NoMatchesHelp query="zari & silk" whatsApp={whatsApp} />
        </BrowserRouter>,
      );
    const { unmount } = show('');
    expect(screen.queryByRole('link', { name: 'Message us on WhatsApp' })).toBeNull();
    unmount();
    show('+91 98480 10407');
    expect(screen.getByRole('link', { name: 'Message us on WhatsApp' }).getAttribute('href')).toBe(
      'https://wa.me/919848010407?text=Hello!%20I%20am%20looking%20for%20%E2%80%9Czari%20%26%20silk%E2%80%9D.',
    );
  });
});

it('offers relevance only with a search text', () => {
  const sortOf = (q?: string) => readFilters(new URLSearchParams('sort=relevance'), { q }).sort;
  expect([sortOf(), sortOf('silk')]).toEqual(['newest', 'relevance']);
});

it('ignores invalid parameters', () => {
  const { values, minPrice, maxPrice, sort, page, inStock } = readFilters(
    new URLSearchParams('sort=toString&page=-2&minPrice=x&maxPrice=5&weave=+&weave=A&weave=A&inStock=1'),
  );
  expect({ weave: values.weave, minPrice, maxPrice, sort, page, inStock }).toEqual({
    weave: ['A'],
    minPrice: undefined,
    maxPrice: 5,
    sort: 'newest',
    page: 1,
    inStock: false,
  });
});

it('formats price bands in whole rupees', () => {
  expect([formatPriceBand(0, 999.99), formatPriceBand(1000, 2499.99), formatPriceBand(50000)]).toEqual([
    'Up to ₹999',
    '₹1,000 to ₹2,499',
    '₹50,000 and above',
  ]);
});

it('shortens long lists of pages', () => {
  expect(pageNumbers(5, 9)).toEqual([1, undefined, 4, 5, 6, undefined, 9]);
  expect(pageNumbers(1, 2)).toEqual([1, 2]);
});
