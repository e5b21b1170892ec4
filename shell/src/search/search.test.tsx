import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation } from '@rangavalli/web-kit/federation/router';
import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { fakeApi, noConnection } from '@rangavalli/web-kit/testing/fake-api';
import { MOST_RECENT, recentSearches, rememberSearch } from './recent-searches.js';
import { SearchDialog } from './SearchDialog.js';
import { suggestionsFor } from './suggestions.js';

const pattu = buildProduct({ name: 'Temple border pattu' });
const suggested = { phrases: [{ text: 'temple border', count: 12 }], products: [pattu] };

describe('suggestions', () => {
  test('name the collection first, then what can be searched for, then products', () => {
    expect(suggestionsFor('pattu', suggested).map(({ label }) => label)).toEqual([
      'Pattu Sarees',
      'temple border',
      'Temple border pattu',
    ]);
    expect(suggestionsFor('  ', suggested)).toEqual([]);
  });

  test('do not repeat what is typed, nor wait for the shop to name a collection', () => {
    expect(suggestionsFor('Temple  Border ', suggested).map(({ kind }) => kind)).toEqual(['product']);
    expect(suggestionsFor('kids', undefined).map(({ to }) => to)).toEqual(['/kidswear']);
  });
});

describe('recent searches', () => {
  beforeEach(() => localStorage.clear());

  test('are the newest few, each once', () => {
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'B ']) rememberSearch(query);
    expect(recentSearches()).toEqual(['B', 'f', 'e', 'd', 'c']);
    expect(recentSearches()).toHaveLength(MOST_RECENT);
  });

  test('a broken list is none', () => {
    localStorage.setItem('recent-searches', '{"a":1}');
    expect(recentSearches()).toEqual([]);
  });
});

describe('the search dialog', () => {
  const closed = jest.fn();
  let api: ReturnType<typeof fakeApi>;
  const Where = () => {
    const { pathname, search } = useLocation();
    return <p data-testid="where">{pathname + search}</p>;
  };
  const where = () => screen.getByTestId('where').textContent;
  const field = () => screen.getByRole('combobox', { hidden: true });
  /** Types, and waits for what is suggested. */
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
          <Where />
        </BrowserRouter>,
      );
    });

  test('Enter searches for what was typed and remembers it', async () => {
    await open();
    await type(' red silk ');
    submit();
    expect(where()).toBe('/search?q=red%20silk');
    await waitFor(() => expect(recentSearches()).toEqual(['red silk']));
    expect(closed).toHaveBeenCalled();
  });

  test('arrows choose a suggestion, Enter opens it', async () => {
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
    expect(where()).toBe(`/product/${pattu._id}`);
  });

  test('a text that is suggested is searched for and remembered', async () => {
    await open();
    await type('temp');
    press('ArrowDown');
    submit();
    expect(where()).toBe('/search?q=temple%20border');
    expect(recentSearches()).toEqual(['temple border']);
  });

  test('says what was probably meant', async () => {
    api.responses['GET /products/suggest'] = { success: true, ...suggested, didYouMean: 'temple' };
    await open();
    await type('tempel');
    expect(screen.getByText('Did you mean “temple”?')).toBeTruthy();
  });

  test('asks about letters that come quickly together, and shows the last answer meanwhile', async () => {
    await open();
    await type('t');
    for (const typed of ['te', 'tem', 'temp']) await type(typed);
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(api.requestsTo('GET /products/suggest').map(({ query }) => query.get('q'))).toEqual(['t', 'temp']);
  });

  test('what was searched for before is offered before typing, and can be forgotten', async () => {
    rememberSearch('ikat');
    await open();
    expect(screen.getByRole('option', { name: /ikat/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(recentSearches()).toEqual([]);
  });

  test('without a connection it still leads to the search page', async () => {
    fakeApi({ 'GET /products/suggest': noConnection });
    await open();
    await type('silk');
    expect(screen.getByText(/not at hand/)).toBeTruthy();
    submit();
    expect(where()).toBe('/search?q=silk');
  });

  test('Escape closes it, whatever was typed', async () => {
    await open();
    await type('silk');
    press('Escape');
    expect(closed).toHaveBeenCalled();
  });

  test('says when nothing has that name', async () => {
    await open();
    api.responses['GET /products/suggest'] = { success: true, phrases: [], products: [] };
    await type('zebra');
    expect(screen.getByText(/Nothing of that name/)).toBeTruthy();
  });
});
