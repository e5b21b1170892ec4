import { type PersonalisationField, personalisationFields } from './entities/personalisation.js';
import { lineKeyOf } from './personalisation.js';
import { checkPersonalisation, extraDaysOf } from './personalisation-check.js';

const initials: PersonalisationField = { kind: 'text', label: 'Initials', required: true, maxLength: 3 };
const lining: PersonalisationField = { kind: 'choice', label: 'Lining', required: false, choices: ['Silk', 'Cotton'] };
const waist: PersonalisationField = { kind: 'measure', label: 'Waist', required: false, unit: 'in', min: 22, max: 48 };
const fields = [initials, { ...lining, extraDays: 2 }, { ...waist, extraDays: 5 }];
const check = (entered: Record<string, string>) =>
  checkPersonalisation(
    fields,
    Object.entries(entered).map(([label, value]) => ({ label, value })),
  );

it('orders values as the fields, trims them and adds the unit of a measure', () => {
  expect(check({ Waist: '30.50', Initials: '  R K ' })).toEqual({
    values: [
      { label: 'Initials', value: 'R K' },
      { label: 'Waist', value: '30.5 in' },
    ],
    errors: {},
  });
  // As it comes back from a cart.
  expect(check({ Initials: 'RK', Waist: '30.5 in' }).values[1]).toEqual({ label: 'Waist', value: '30.5 in' });
});

it.each([
  [{}, { Initials: 'Please fill this in.' }],
  [{ Initials: 'RKSV' }, { Initials: 'Please enter at most 3 characters.' }],
  [{ Initials: 'RK', Lining: 'Wool' }, { Lining: 'Please choose one of the options.' }],
  [{ Initials: 'RK', Waist: '21.9' }, { Waist: 'Please enter a number from 22 to 48 in.' }],
  [{ Initials: 'RK', Waist: '1e1' }, { Waist: 'Please enter a number from 22 to 48 in.' }],
  [{ Initials: 'RK', Motif: 'Lotus' }, { Motif: 'This is no longer offered for this product.' }],
])('refuses %j', (entered, errors) => {
  expect(check(entered as Record<string, string>).errors).toEqual(errors);
});

it('distinguishes lines of one product by their values, in any order', () => {
  const line = (...personalisation: { label: string; value: string }[]) =>
    lineKeyOf({ productId: 'p', size: 'M', personalisation });
  const [a, b] = [
    { label: 'A', value: '1' },
    { label: 'B', value: '2' },
  ];
  expect(line(a, b)).toBe(line(b, a));
  expect(line(a)).not.toBe(line({ label: 'A', value: '2' }));
  expect(line()).toBe(lineKeyOf({ productId: 'p', size: 'M' }));
});

it('adds the most days of the filled fields', () => {
  const personalisation = [
    { label: 'Lining', value: 'Silk' },
    { label: 'Waist', value: '30 in' },
  ];
  expect(extraDaysOf(fields, { personalisation })).toBe(5);
  expect(extraDaysOf(fields, { personalisation: [] })).toBe(0);
});

it('bounds what staff define', () => {
  const isValid = (...list: unknown[]): boolean => personalisationFields.safeParse(list).success;
  expect(isValid(initials, lining, waist)).toBe(true);
  for (const wrong of [
    { ...initials, label: ' ' },
    { ...initials, maxLength: 201 },
    { ...lining, choices: [] },
    { ...lining, choices: ['Silk', 'Silk'] },
    { ...waist, min: 50 },
    { ...waist, unit: 'feet' },
    { ...initials, extraDays: -1 },
  ])
    expect(isValid(wrong)).toBe(false);
  expect(isValid(initials, initials)).toBe(false);
});
