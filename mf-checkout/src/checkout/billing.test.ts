import { billingErrors, billingErrorsFrom, billingFor, billingOf, typedValue, withAddress } from './billing.js';

const form = {
  fullName: 'Meena Rao',
  email: 'meena@example.com',
  phone: '+91 98480 12345',
  address: '12 Weavers Street',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500092',
  country: 'India',
  businessName: '',
  gstin: '',
  businessAddress: '',
};

it('a complete form is valid, and sent with ten digits of the phone', () => {
  expect(billingErrors(form)).toEqual({});
  expect(billingOf({ ...form, city: ' Hyderabad ' })).toEqual({
    fullName: 'Meena Rao',
    email: 'meena@example.com',
    phone: '9848012345',
    address: '12 Weavers Street',
    city: 'Hyderabad',
    state: 'Telangana',
    pincode: '500092',
    country: 'India',
  });
});

it('a PIN code in India keeps its digits only', () => {
  expect(typedValue('pincode', '500 0921x', form)).toBe('500092');
  expect(typedValue('pincode', 'SW1A 1AA', { ...form, country: 'United Kingdom' })).toBe('SW1A 1AA');
  expect(typedValue('city', 'Hyderabad 2', form)).toBe('Hyderabad 2');
});

it('every field is required', () => {
  const empty = { ...billingFor(undefined), country: '' };
  expect(Object.keys(billingErrors(empty)).sort()).toEqual([
    'address',
    'city',
    'country',
    'email',
    'fullName',
    'phone',
    'pincode',
    'state',
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

it('a business needs its name and its GSTIN', () => {
  expect(billingErrors({ ...form, businessName: 'Aranya Silks' })).toEqual({
    gstin: 'Please enter the GSTIN of your business.',
  });
  expect(billingErrors({ ...form, gstin: '29AAGCB7383J1Z5' })).toEqual({
    businessName: 'Please enter the name of your business.',
    gstin: 'This GSTIN is not valid. Please check its 15 characters.',
  });
  const business = { ...form, businessName: ' Aranya Silks ', gstin: ' 29aagcb7383j1z4 ' };
  expect(billingErrors(business)).toEqual({});
  expect(billingOf(business)).toMatchObject({ businessName: 'Aranya Silks', gstin: '29AAGCB7383J1Z4' });
  expect(billingOf(business)).not.toHaveProperty('businessAddress');
  expect(billingErrorsFrom({ fields: { 'billing.gstin': 'Wrong.' } })).toEqual({ gstin: 'Wrong.' });
});

it('postal codes abroad are their own', () => {
  expect(billingErrors({ ...form, pincode: 'SW1A 1AA', country: 'United Kingdom' })).toEqual({});
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
    businessName: '',
    gstin: '',
    businessAddress: '',
  });
});

it("the server's complaints come to their fields", () => {
  expect(
    billingErrorsFrom({
      fields: { 'billing.phone': 'Please enter a valid phone number.', amount: 'This field is required.' },
    }),
  ).toEqual({ phone: 'Please enter a valid phone number.' });
});
