import { matches, pageOf } from './paging.js';
import { serverPage } from './server-page.js';

describe('a list in pages', () => {
  const letters = [...'abcdefg'];

  it('gives the page asked for and says where it stands', () => {
    expect(pageOf(letters, 2, 3)).toEqual({ rows: ['d', 'e', 'f'], page: 2, pages: 3, first: 4, last: 6, total: 7 });
    expect(pageOf(letters, 3, 3)).toMatchObject({ rows: ['g'], first: 7, last: 7 });
  });

  it('gives the last page where a later one was asked for, and one empty page of nothing', () => {
    expect(pageOf(letters, 9, 3)).toMatchObject({ page: 3, rows: ['g'] });
    expect(pageOf([], 2, 3)).toEqual({ rows: [], page: 1, pages: 1, first: 0, last: 0, total: 0 });
  });

  it('finds by every word, in any order and case', () => {
    expect(matches('rao asha', ['Asha Rao', undefined])).toBe(true);
    expect(matches('asha x', ['Asha Rao'])).toBe(false);
    expect(matches(' ', ['Asha'])).toBe(true);
  });
});

describe('a page that the server cut', () => {
  it('knows its place in the list, the last and the only one too', () => {
    expect(serverPage([1, 2, 3], { page: 2, pages: 3, total: 7 })).toMatchObject({ first: 4, last: 6 });
    expect(serverPage([1], { page: 3, pages: 3, total: 7 })).toMatchObject({ first: 7, last: 7 });
    expect(serverPage([1, 2], { page: 1, pages: 1, total: 2 })).toMatchObject({ first: 1, last: 2 });
    expect(serverPage([], { page: 1, pages: 1, total: 0 })).toMatchObject({ first: 0, last: 0 });
  });
});
