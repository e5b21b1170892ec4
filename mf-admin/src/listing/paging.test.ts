import { matches, pageFromServer, pageOf } from './paging.js';

describe('a list in memory', () => {
  const rows = [...'abcdefg'];

  it('returns the requested page and its position', () => {
    expect(pageOf(rows, 2, 3)).toEqual({ rows: ['d', 'e', 'f'], page: 2, pages: 3, first: 4, last: 6, total: 7 });
    expect(pageOf(rows, 3, 3)).toMatchObject({ rows: ['g'], first: 7, last: 7 });
  });

  it('returns the last page for a later one, and one empty page of an empty list', () => {
    expect(pageOf(rows, 9, 3)).toMatchObject({ page: 3, rows: ['g'] });
    expect(pageOf([], 2, 3)).toEqual({ rows: [], page: 1, pages: 1, first: 0, last: 0, total: 0 });
  });

  it('matches all words in any order and case', () => {
    expect(matches('rao asha', ['Asha Rao', undefined])).toBe(true);
    expect(matches('asha x', ['Asha Rao'])).toBe(false);
    expect(matches(' ', ['Asha'])).toBe(true);
  });
});

describe('a page from the server', () => {
  it('has its position in the list, also as the last or only page', () => {
    expect(pageFromServer([1, 2, 3], { page: 2, pages: 3, total: 7 })).toMatchObject({ first: 4, last: 6 });
    expect(pageFromServer([1], { page: 3, pages: 3, total: 7 })).toMatchObject({ first: 7, last: 7 });
    expect(pageFromServer([1, 2], { page: 1, pages: 1, total: 2 })).toMatchObject({ first: 1, last: 2 });
    expect(pageFromServer([], { page: 1, pages: 1, total: 0 })).toMatchObject({ first: 0, last: 0 });
  });
});
