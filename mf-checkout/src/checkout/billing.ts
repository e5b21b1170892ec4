import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { isGstin, isIndia, normalisePhone } from '@rangavalli/contracts/india';
import { EMAIL_PATTERN } from '@rangavalli/contracts/validation';
import { phoneProblem, pincodeProblem } from '@rangavalli/web-kit/format/india';
import type { SessionUser } from '@rangavalli/web-kit/session/session';
import { messages } from './messages.js';

export interface BillingForm {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  /** Of a business that buys; empty for a person. */
  businessName: string;
  gstin: string;
  businessAddress: string;
}
export type BillingField = keyof BillingForm;
const BUSINESS_FIELDS = ['businessName', 'gstin', 'businessAddress'] as const;
export const billingFields = [
  'fullName',
  'email',
  'phone',
  'pincode',
  'country',
  'address',
  'city',
  'state',
  ...BUSINESS_FIELDS,
] as const;
export const CONTACT_FIELDS = ['fullName', 'email', 'phone'] as const;
export const ADDRESS_FIELDS = new Set<BillingField>(['address', 'city', 'state', 'pincode', 'country']);
export type BillingErrors = Partial<Record<BillingField, string>>;

/** Returns an empty form with the customer's own name, email and phone. */
export const billingFor = (user: SessionUser | undefined): BillingForm => ({
  fullName: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: 'India',
  businessName: '',
  gstin: '',
  businessAddress: '',
});

/** Returns the form with a saved address; fields the address lacks stay. */
export const withAddress = (form: BillingForm, saved: Address): BillingForm => ({
  ...form,
  fullName: saved.fullName || form.fullName,
  email: saved.email || form.email,
  phone: saved.phone || form.phone,
  address: saved.addressLine || saved.address,
  city: saved.city,
  state: saved.state,
  pincode: saved.pincode,
  country: saved.country || 'India',
});

/** Returns the form of a guest who has confirmed the email of this account. */
export const withUser = (form: BillingForm, user: SessionUser): BillingForm => ({
  ...form,
  fullName: form.fullName || user.name,
  email: user.email,
  phone: form.phone || (user.phone ?? ''),
});

const NAMES: Record<BillingField, string> = {
  fullName: 'your full name',
  email: 'your email address',
  phone: 'your phone number',
  address: 'your address',
  city: 'your city',
  state: 'your state',
  pincode: 'your PIN code',
  country: 'your country',
  businessName: 'the name of your business',
  gstin: 'the GSTIN of your business',
  businessAddress: 'the address of your business',
};

/** Whether the customer buys for a business: the invoice then needs its name and its GSTIN. */
export const isBusiness = (form: BillingForm): boolean => BUSINESS_FIELDS.some((field) => form[field].trim() !== '');

const gstinProblem = (text: string): string | undefined =>
  isGstin(text.toUpperCase()) ? undefined : messages.invalidGstin;

const emailProblem = (text: string): string | undefined =>
  EMAIL_PATTERN.test(text) ? undefined : messages.invalidEmail;

const FORMATS: Partial<Record<BillingField, (text: string, country: string) => string | undefined>> = {
  email: emailProblem,
  phone: phoneProblem,
  pincode: pincodeProblem,
  gstin: gstinProblem,
};

const isOptional = (field: BillingField, form: BillingForm): boolean =>
  field === 'businessAddress' || ((field === 'businessName' || field === 'gstin') && !isBusiness(form));

function billingError(field: BillingField, form: BillingForm): string | undefined {
  const text = form[field].trim();
  if (!text) return isOptional(field, form) ? undefined : messages.enter(NAMES[field]);
  return FORMATS[field]?.(text, form.country);
}

/** Returns the form's errors by field. The state is not required by the specification (§5), but by the courier. */
export function billingErrors(form: BillingForm): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of Object.keys(form) as BillingField[]) {
    const error = billingError(field, form);
    if (error) errors[field] = error;
  }
  return errors;
}

/** Returns the field errors of a VALIDATION_FAILED response (`billing.phone` → `phone`). */
export function billingErrorsFrom(details: Readonly<Record<string, unknown>> | undefined): BillingErrors {
  const fields = details?.['fields'];
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields)
      .map(([path, message]) => [path.replace(/^(body\.)?billing\./, ''), String(message)] as const)
      .filter(([field]) => Object.hasOwn(NAMES, field)),
  );
}

export const addressOf = (form: BillingForm): CallRequest<'POST /address'>['body'] => {
  const { fullName, phone, pincode, address, city, state = '', country } = billingOf(form);
  return { fullName, phone, pincode, addressLine: address, city, state, country };
};

/** Returns the form as the calls' `billing`. */
export function billingOf(form: BillingForm): Billing {
  const { businessName, gstin, businessAddress, ...trimmed } = Object.fromEntries(
    Object.entries(form).map(([field, value]) => [field, value.trim()]),
  ) as unknown as BillingForm;
  return {
    ...trimmed,
    phone: normalisePhone(trimmed.phone),
    ...(businessName ? { businessName } : {}),
    ...(gstin ? { gstin: gstin.toUpperCase() } : {}),
    ...(businessAddress ? { businessAddress } : {}),
  };
}

/** Returns what a field keeps of a typed text: the digits of a PIN code in India. */
export const typedValue = (field: BillingField, value: string, { country }: BillingForm): string =>
  field === 'pincode' && isIndia(country) ? value.replaceAll(/\D/g, '').slice(0, 6) : value;
