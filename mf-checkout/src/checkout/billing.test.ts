import { billingErrors, billingFor, billingOf, billingErrorsFrom, withAddress } from './billing.js';

const form = {
  fullName: 'Meena Rao',
  email: 'meena@example.com',
  phone: '+91 98480 12345',
  address: '12 Weavers Street',
  city: 'Hyderabad',
  state: '',
  pincode: '500092',
  country: 'India',
};

it('a complete form is valid; the state is optional', () => {
  expect(billingErrors(form)).toEqual({});
  expect(billingOf({ ...form, city: ' Hyderabad ' })).toEqual({
    fullName: 'Meena Rao',
    email: 'meena@example.com',
    phone: '+91 98480 12345',
    address: '12 Weavers Street',
    city: 'Hyderabad',
    pincode: '500092',
    country: 'India',
  });
});

it('every other field is required', () => {
  const empty = { ...billingFor(undefined), country: '' };
  expect(Object.keys(billingErrors(empty)).sort()).toEqual([
    'address',
    'city',
    'country',
    'email',
    'fullName',
    'phone',
    'pincode',
  ]);
});

it.each([
  ['email', 'meena@', 'Please enter a valid email address.'],
  ['phone', '12345', 'Enter a 10-digit mobile number.'],
  ['phone', 'call me 9848012345', 'Enter a valid phone number.'],
  ['pincode', '5*', 'Enter a 6-digit PIN code, such as 500092.'],
  ['pincode', '50009', 'Enter a 6-digit PIN code, such as 500092.'],
])('%s %j is refused in words', (field, value, message) => {
  expect(billingErrors({ ...form, [field]: value })).toEqual({ [field]: message });
});

it('postal codes abroad are their own; an address to be saved needs its state', () => {
  expect(billingErrors({ ...form, pincode: 'SW1A 1AA', country: 'United Kingdom' })).toEqual({});
  expect(billingErrors(form, true)).toEqual({ state: 'Please enter your state to save the address.' });
});

it('the country defaults to India', () => {
  expect(billingFor(undefined).country).toBe('India');
});

it('a saved address fills the form; fields it lacks stay', () => {
  const saved = {
    _id: 'a',
    fullName: 'Ravi',
    email: '',
    phone: '9848022222',
    address: '3 Lake Road',
    addressLine: '3 Lake Road',
    city: 'Warangal',
    state: 'Telangana',
    pincode: '506002',
    country: 'India',
    default: true,
    isDefault: true,
  };
  expect(withAddress(form, saved)).toEqual({
    fullName: 'Ravi',
    email: 'meena@example.com',
    phone: '9848022222',
    address: '3 Lake Road',
    city: 'Warangal',
    state: 'Telangana',
    pincode: '506002',
    country: 'India',
  });
});

it("the server's complaints come to their fields", () => {
  expect(
    billingErrorsFrom({ fields: { 'billing.phone': 'Please enter a valid phone number.', amount: 'required' } }),
  ).toEqual({ phone: 'Please enter a valid phone number.' });
});
