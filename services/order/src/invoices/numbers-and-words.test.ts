import { amountInWords } from './amount-in-words.js';
import { financialYearOf, timesOfIndiaMonth } from './financial-year.js';

it.each([
  [0, 'Rupees zero only'],
  [1, 'Rupees zero and one paise only'],
  [100_050, 'Rupees one thousand and fifty paise only'],
  [1_824_100, 'Rupees eighteen thousand two hundred forty-one only'],
  [10_020_099, 'Rupees one lakh two hundred and ninety-nine paise only'],
  [123_456_789_00, 'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine only'],
])('%i paise are %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});

it('years and months begin at midnight in IST', () => {
  expect(financialYearOf(new Date('2027-03-31T18:29:59.999Z'))).toBe('2627');
  expect(financialYearOf(new Date('2027-03-31T18:30:00.000Z'))).toBe('2728');
  expect(financialYearOf(new Date('2099-06-01T00:00:00.000Z'))).toBe('9900');
  expect(timesOfIndiaMonth('2026-12')).toEqual({
    $gte: new Date('2026-11-30T18:30:00.000Z'),
    $lt: new Date('2026-12-31T18:30:00.000Z'),
  });
});
