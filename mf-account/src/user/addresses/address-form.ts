import { phoneProblem, pincodeProblem } from '@rangavalli/web-kit/format/india';

export const addressFields = ['fullName', 'phone', 'addressLine', 'pincode', 'city', 'state', 'country'] as const;
/** What stands in the address form's fields. */
export type AddressForm = Record<(typeof addressFields)[number], string>;
export type AddressErrors = Partial<AddressForm>;

/** The form without the blanks that stray around a value. */
export const trimmed = (form: AddressForm): AddressForm =>
  Object.fromEntries(addressFields.map((field) => [field, form[field].trim()])) as AddressForm;

const REQUIRED: Partial<Record<keyof AddressForm, string>> = {
  fullName: 'Please enter the full name.',
  phone: 'Please enter a phone number.',
  addressLine: 'Please enter the address.',
  city: 'Please enter the city.',
  state: 'Please enter the state.',
  pincode: 'Please enter the PIN code.',
};

/** What is wrong with the form, by field; empty when all is well (specification §5: country may be left out). */
export function addressErrors(form: AddressForm): AddressErrors {
  const errors: AddressErrors = {};
  for (const [field, words] of Object.entries(REQUIRED) as [keyof AddressForm, string][]) {
    if (!form[field].trim()) errors[field] = words;
  }
  const phone = errors.phone ?? phoneProblem(form.phone);
  const pincode = errors.pincode ?? pincodeProblem(form.pincode, form.country);
  return { ...errors, ...(phone ? { phone } : {}), ...(pincode ? { pincode } : {}) };
}
