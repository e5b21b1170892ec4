import { countVisit } from './visits.js';

beforeEach(() => localStorage.clear());

test('the first visit is counted from 8798', () => {
  expect(countVisit(localStorage)).toBe(8799);
  expect(localStorage.getItem('visitor-count')).toBe('8799');
});

test('each visit adds one; an invalid number is replaced', () => {
  localStorage.setItem('visitor-count', '9000');
  expect(countVisit(localStorage)).toBe(9001);
  localStorage.setItem('visitor-count', 'many');
  expect(countVisit(localStorage)).toBe(8799);
});
