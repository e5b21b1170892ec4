import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { phoneProblem, pincodeProblem } from '@rangavalli/web-kit/format/india';
import type { SessionUser } from '@rangavalli/web-kit/session/session';

/** What stands in the billing form's fields. */
export interface BillingForm {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}
export type BillingField = keyof BillingForm;
export const billingFields = ['fullName', 'email', 'phone', 'address', 'city', 'state', 'pincode', 'country'] as const;
export const ADDRESS_FIELDS = new Set<BillingField>(['address', 'city', 'state', 'pincode', 'country']);
export type BillingErrors = Partial<Record<BillingField, string>>;

/** Not asked for by the specification (§5), so that a form without it is taken too. */
const OPTIONAL = new Set<BillingField>(['state']);
export const isRequired = (field: BillingField): boolean => !OPTIONAL.has(field);

/** An empty form with what is known of the customer. */
export const billingFor = (user: SessionUser | undefined): BillingForm => ({
  fullName: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: 'India',
});

/** The form with a saved address in it; what the address does not say stays. */
export const withAddress = (form: BillingForm, saved: Address): BillingForm => ({
  fullName: saved.fullName || form.fullName,
  email: saved.email || form.email,
  phone: saved.phone || form.phone,
  address: saved.addressLine || saved.address,
  city: saved.city,
  state: saved.state,
  pincode: saved.pincode,
  country: saved.country || 'India',
});

const NAMES: Record<BillingField, string> = {
  fullName: 'your full name',
  email: 'your e-mail address',
  phone: 'your phone number',
  address: 'your address',
  city: 'your city',
  state: 'your state',
  pincode: 'your PIN code',
  country: 'your country',
};

/** The contracts' rule again, without its schema, which would double this slice's size. The server checks too. */
const emailProblem = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text) ? undefined : 'Please enter a valid email address.';

const FORMATS: Partial<Record<BillingField, (text: string, country: string) => string | undefined>> = {
  email: emailProblem,
  phone: phoneProblem,
  pincode: pincodeProblem,
};

/** What is wrong with a field of the form, if anything. */
export function billingError(field: BillingField, form: BillingForm): string | undefined {
  const text = form[field].trim();
  if (!text) return isRequired(field) ? `Please enter ${NAMES[field]}.` : undefined;
  return FORMATS[field]?.(text, form.country);
}

/**
 * What is wrong with the form, by field; empty when all is well.
 * @param saving the address is to be saved too, and a saved one needs its state (specification §5 "Address form")
 */
export function billingErrors(form: BillingForm, saving = false): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of Object.keys(form) as BillingField[]) {
    const error = billingError(field, form);
    if (error) errors[field] = error;
  }
  if (saving && !form.state.trim()) errors.state = 'Please enter your state, so that the address can be saved.';
  return errors;
}

/** What a VALIDATION_FAILED answer says of the form's fields (`billing.phone` → `phone`). */
export function errorsOfAnswer(details: Readonly<Record<string, unknown>> | undefined): BillingErrors {
  const fields = details?.['fields'];
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields)
      .map(([path, message]) => [path.replace(/^(body\.)?billing\./, ''), String(message)] as const)
      .filter(([field]) => Object.hasOwn(NAMES, field)),
  );
}

/** The form as an address to be saved. */
export const addressOf = (form: BillingForm): CallRequest<'POST /address'>['body'] => {
  const { fullName, phone, pincode, address, city, state = '', country } = billingOf(form);
  return { fullName, phone, pincode, addressLine: address, city, state, country };
};

/** The form as the calls take it. */
export function billingOf(form: BillingForm): Billing {
  const { state, ...rest } = Object.fromEntries(
    Object.entries(form).map(([field, value]) => [field, value.trim()]),
  ) as unknown as BillingForm;
  return { ...rest, ...(state ? { state } : {}) };
}
