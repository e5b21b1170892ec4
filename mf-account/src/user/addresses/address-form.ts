import { phoneProblem, pincodeProblem } from '@rangavalli/web-kit/format/india';
import { messages } from './messages.js';

export const addressFields = ['fullName', 'phone', 'pincode', 'country', 'addressLine', 'city', 'state'] as const;
export type AddressForm = Record<(typeof addressFields)[number], string>;
export type AddressErrors = Partial<AddressForm>;

export const trimFields = (form: AddressForm): AddressForm =>
  Object.fromEntries(addressFields.map((field) => [field, form[field].trim()])) as AddressForm;

const REQUIRED: Partial<Record<keyof AddressForm, string>> = {
  fullName: messages.fullNameMissing,
  phone: messages.phoneMissing,
  addressLine: messages.addressMissing,
  city: messages.cityMissing,
  state: messages.stateMissing,
  pincode: messages.pincodeMissing,
};

/** The country is optional (specification §5). */
export function addressErrors(form: AddressForm): AddressErrors {
  const errors: AddressErrors = {};
  for (const [field, message] of Object.entries(REQUIRED) as [keyof AddressForm, string][]) {
    if (!form[field].trim()) errors[field] = message;
  }
  const phone = errors.phone ?? phoneProblem(form.phone);
  const pincode = errors.pincode ?? pincodeProblem(form.pincode, form.country);
  return { ...errors, ...(phone ? { phone } : {}), ...(pincode ? { pincode } : {}) };
}
