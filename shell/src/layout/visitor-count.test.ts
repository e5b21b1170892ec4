import { countVisit } from './visitor-count.js';

beforeEach(() => localStorage.clear());

test('a browser without a count starts from 8798 and counts this visit', () => {
  expect(countVisit(localStorage)).toBe(8799);
  expect(localStorage.getItem('visitor-count')).toBe('8799');
});

test('each visit counts one more, and a broken number starts anew', () => {
  localStorage.setItem('visitor-count', '9000');
  expect(countVisit(localStorage)).toBe(9001);
  localStorage.setItem('visitor-count', 'many');
  expect(countVisit(localStorage)).toBe(8799);
});
