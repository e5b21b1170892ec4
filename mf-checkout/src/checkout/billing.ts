import type { Address } from '@rangavalli/contracts/entities/address';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { SessionUser } from '@rangavalli/web-kit/session';

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

/** The contracts' rules again, without their schemas, which would double this slice's size. The server checks too. */
const FORMATS: Partial<Record<BillingField, { fits: (value: string) => boolean; message: string }>> = {
  email: { fits: (value) => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(value), message: 'Please enter a valid e-mail address.' },
  phone: {
    fits: (value) => /^[+0-9()\-\s]+$/.test(value) && /^\d{10,15}$/.test(value.replaceAll(/\D/g, '')),
    message: 'Please enter a valid phone number.',
  },
  pincode: { fits: (value) => /^[A-Za-z0-9][A-Za-z0-9 -]{2,10}$/.test(value), message: 'Please enter a valid PIN code.' },
};

/** What is wrong with a field's value, if anything. */
export function billingError(field: BillingField, value: string): string | undefined {
  const text = value.trim();
  if (!text) return isRequired(field) ? `Please enter ${NAMES[field]}.` : undefined;
  const format = FORMATS[field];
  return format && !format.fits(text) ? format.message : undefined;
}

/** What is wrong with the form, by field; empty when all is well. */
export function billingErrors(form: BillingForm): BillingErrors {
  const errors: BillingErrors = {};
  for (const [field, value] of Object.entries(form) as [BillingField, string][]) {
    const error = billingError(field, value);
    if (error) errors[field] = error;
  }
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

/** The form as the calls take it. */
export function billingOf(form: BillingForm): Billing {
  const { state, ...rest } = Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])) as unknown as BillingForm;
  return { ...rest, ...(state ? { state } : {}) };
}
