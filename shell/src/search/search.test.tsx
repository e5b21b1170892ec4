import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { fakeApi, noConnection } from '@rangavalli/web-kit/testing/fake-api';
import { MAX_RECENT, readRecentSearches, saveSearch } from './recent-searches.js';
import { SearchDialog } from './SearchDialog.js';
import { listSuggestions } from './suggestions.js';

const pattu = buildProduct({ name: 'Temple border pattu' });
const collections = [
  { to: '/pattu-saree', label: 'Pattu Sarees' },
  { to: '/kidswear', label: 'Kidswear' },
];
const suggested = { phrases: [{ text: 'temple border', count: 12 }], products: [pattu] };

describe('suggestions', () => {
  test('list collections first, then phrases, then products', () => {
    expect(listSuggestions('pattu', collections, suggested).map(({ label }) => label)).toEqual([
      'Pattu Sarees',
      'temple border',
      'Temple border pattu',
    ]);
    expect(listSuggestions('  ', collections, suggested)).toEqual([]);
  });

  test('omit the typed text, and list collections before the API responds', () => {
    expect(listSuggestions('Temple  Border ', collections, suggested).map(({ kind }) => kind)).toEqual(['product']);
    expect(listSuggestions('kids', collections, undefined).map(({ to }) => to)).toEqual(['/kidswear']);
  });
});

describe('recent searches', () => {
  beforeEach(() => localStorage.clear());

  test('are the newest five without duplicates', () => {
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'B ']) saveSearch(query);
    expect(readRecentSearches()).toEqual(['B', 'f', 'e', 'd', 'c']);
    expect(readRecentSearches()).toHaveLength(MAX_RECENT);
  });

  test('are empty when the stored list is invalid', () => {
    localStorage.setItem('recent-searches', '{"a":1}');
    expect(readRecentSearches()).toEqual([]);
  });
});

describe('the search dialog', () => {
  const closed = jest.fn();
  let api: ReturnType<typeof fakeApi>;
  const CurrentUrl = () => {
    const { pathname, search } = useLocation();
    return <p data-testid="url">{pathname + search}</p>;
  };
  const currentUrl = () => screen.getByTestId('url').textContent;
  const field = () => screen.getByRole('combobox', { hidden: true });
  /** Types, and waits for suggestions. */
  const type = (value: string) =>
    act(async () => {
      fireEvent.change(field(), { target: { value } });
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  const press = (key: string) => fireEvent.keyDown(field(), { key });
  const submit = () => fireEvent.submit(screen.getByRole('search'));

  beforeEach(async () => {
    localStorage.clear();
    closed.mockReset();
    window.history.pushState({}, '', '/');
    polyfillDialogs();
    api = fakeApi({ 'GET /products/suggest': { success: true, ...suggested } });
  });
  const open = () =>
    act(async () => {
      render(
        <BrowserRouter>
          <SearchDialog onClose={closed} />
          <CurrentUrl />
        </BrowserRouter>,
      );
    });

  test('Enter searches for the typed text and saves it', async () => {
    await open();
    await type(' red silk ');
    submit();
    expect(currentUrl()).toBe('/search?q=red%20silk');
    await waitFor(() => expect(readRecentSearches()).toEqual(['red silk']));
    expect(closed).toHaveBeenCalled();
  });

  test('arrow keys select a suggestion, Enter opens it', async () => {
    await open();
    await type('temple');
    expect(screen.getByRole('option', { name: 'temple border 12 products' })).toBeTruthy();
    press('ArrowDown');
    press('ArrowDown');
    const option = screen.getByRole('option', { name: /Temple border pattu/ });
    expect(option.getAttribute('aria-selected')).toBe('true');
    expect(field().getAttribute('aria-activedescendant')).toBe(option.id);
    press('ArrowDown');
    expect(field().getAttribute('aria-activedescendant')).toBeNull();
    press('ArrowUp');
    submit();
    expect(currentUrl()).toBe(`/product/${pattu._id}`);
  });

  test('a suggested phrase is searched for and saved', async () => {
    await open();
    await type('temp');
    press('ArrowDown');
    submit();
    expect(currentUrl()).toBe('/search?q=temple%20border');
    expect(readRecentSearches()).toEqual(['temple border']);
  });

  test('shows the corrected query', async () => {
    api.responses['GET /products/suggest'] = { success: true, ...suggested, didYouMean: 'temple' };
    await open();
    await type('tempel');
    expect(screen.getByText('Did you mean “temple”?')).toBeTruthy();
  });

  test('debounces quick typing, and shows the last suggestions while loading', async () => {
    await open();
    await type('t');
    for (const typed of ['te', 'tem', 'temp']) await type(typed);
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(api.requestsTo('GET /products/suggest').map(({ query }) => query.get('q'))).toEqual(['t', 'temp']);
  });

  test('recent searches are offered before typing, and can be cleared', async () => {
    saveSearch('ikat');
    await open();
    expect(screen.getByRole('option', { name: /ikat/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(readRecentSearches()).toEqual([]);
  });

  test('without a connection Enter still opens the search page', async () => {
    fakeApi({ 'GET /products/suggest': noConnection });
    await open();
    await type('silk');
    expect(screen.getByText(/Suggestions are unavailable/)).toBeTruthy();
    submit();
    expect(currentUrl()).toBe('/search?q=silk');
  });

  test('Escape closes it, also with text in the field', async () => {
    await open();
    await type('silk');
    press('Escape');
    expect(closed).toHaveBeenCalled();
  });

  test('shows a message when there are no suggestions', async () => {
    await open();
    api.responses['GET /products/suggest'] = { success: true, phrases: [], products: [] };
    await type('zebra');
    expect(screen.getByText(/No suggestions/)).toBeTruthy();
  });
});
