import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from '@rangavalli/web-kit/router';
import { aProduct } from '@rangavalli/web-kit/testing/builders';
import { dialogsWork } from '@rangavalli/web-kit/testing/dialogs';
import { fakeApi, noConnection } from '@rangavalli/web-kit/testing/fake-api';
import { MOST_RECENT, recentSearches, rememberSearch } from './recent-searches.js';
import { SearchDialog } from './SearchDialog.js';
import { MOST_PRODUCTS, suggestionsFor } from './suggestions.js';

const pattu = aProduct({ name: 'Temple border pattu', tags: ['kanchipuram'], colour: 'red' });
const cotton = aProduct({ name: 'Chanderi day saree', fabric: 'Cotton', sareeType: 'handloom' });
const products = [cotton, pattu];

describe('suggestions', () => {
  const labels = (query: string, shelf = products) => suggestionsFor(query, shelf).map(({ label }) => label);

  test('have all the words, wherever the product has them', () => {
    expect(labels('red kanchi')).toEqual(['Temple border pattu']);
    expect(labels('cotton')).toEqual(['Chanderi day saree']);
    expect(labels('red cotton')).toEqual([]);
    expect(labels('  ')).toEqual([]);
  });

  test('name the collection first, then products by how well their name fits', () => {
    const shelf = [aProduct({ name: 'Stole', tags: ['pattu'] }), pattu];
    expect(labels('pattu', shelf)).toEqual(['Pattu Sarees', 'Temple border pattu', 'Stole']);
  });

  test('are few', () => {
    const shelf = Array.from({ length: 20 }, () => aProduct({ name: 'Ikat dupatta' }));
    expect(labels('ikat', shelf)).toHaveLength(MOST_PRODUCTS);
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
  const Where = () => {
    const { pathname, search } = useLocation();
    return <p data-testid="where">{pathname + search}</p>;
  };
  const where = () => screen.getByTestId('where').textContent;
  const field = () => screen.getByRole('combobox', { hidden: true });
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const press = (key: string) => fireEvent.keyDown(field(), { key });
  const submit = () => fireEvent.submit(screen.getByRole('search'));

  beforeEach(async () => {
    localStorage.clear();
    closed.mockReset();
    window.history.pushState({}, '', '/');
    dialogsWork();
    fakeApi({ 'GET /products/getAll': { success: true, products, total: products.length } });
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
    type(' red silk ');
    submit();
    expect(where()).toBe('/search?q=red%20silk');
    expect(recentSearches()).toEqual(['red silk']);
    expect(closed).toHaveBeenCalled();
  });

  test('arrows choose a suggestion, Enter opens it', async () => {
    await open();
    type('temple');
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

  test('what was searched for before is offered before typing, and can be forgotten', async () => {
    rememberSearch('ikat');
    await open();
    expect(screen.getByRole('option', { name: /ikat/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(recentSearches()).toEqual([]);
  });

  test('without a connection it still leads to the search page', async () => {
    fakeApi({ 'GET /products/getAll': noConnection });
    await open();
    type('silk');
    expect(screen.getByText(/not at hand/)).toBeTruthy();
    submit();
    expect(where()).toBe('/search?q=silk');
  });

  test('Escape closes it, whatever was typed', async () => {
    await open();
    type('silk');
    press('Escape');
    expect(closed).toHaveBeenCalled();
  });

  test('says when nothing has that name', async () => {
    await open();
    type('zebra');
    expect(screen.getByText(/Nothing of that name/)).toBeTruthy();
  });
});
