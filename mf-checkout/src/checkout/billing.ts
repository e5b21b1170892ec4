import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { Billing } from '@rangavalli/contracts/entities/order';
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
}
export type BillingField = keyof BillingForm;
export const billingFields = ['fullName', 'email', 'phone', 'address', 'city', 'state', 'pincode', 'country'] as const;
export const ADDRESS_FIELDS = new Set<BillingField>(['address', 'city', 'state', 'pincode', 'country']);
export type BillingErrors = Partial<Record<BillingField, string>>;

/** Not required by the specification (§5). */
const OPTIONAL = new Set<BillingField>(['state']);
export const isRequired = (field: BillingField): boolean => !OPTIONAL.has(field);

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
});

/** Returns the form with a saved address; fields the address lacks stay. */
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
  email: 'your email address',
  phone: 'your phone number',
  address: 'your address',
  city: 'your city',
  state: 'your state',
  pincode: 'your PIN code',
  country: 'your country',
};

const emailProblem = (text: string): string | undefined =>
  EMAIL_PATTERN.test(text) ? undefined : messages.invalidEmail;

const FORMATS: Partial<Record<BillingField, (text: string, country: string) => string | undefined>> = {
  email: emailProblem,
  phone: phoneProblem,
  pincode: pincodeProblem,
};

function billingError(field: BillingField, form: BillingForm): string | undefined {
  const text = form[field].trim();
  if (!text) return isRequired(field) ? messages.enter(NAMES[field]) : undefined;
  return FORMATS[field]?.(text, form.country);
}

/**
 * Returns the form's errors by field.
 * @param saving whether the address is saved too, which needs its state (specification §5 "Address form")
 */
export function billingErrors(form: BillingForm, saving = false): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of Object.keys(form) as BillingField[]) {
    const error = billingError(field, form);
    if (error) errors[field] = error;
  }
  if (saving && !form.state.trim()) errors.state = messages.stateNeeded;
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
  const { state, ...rest } = Object.fromEntries(
    Object.entries(form).map(([field, value]) => [field, value.trim()]),
  ) as unknown as BillingForm;
  return { ...rest, ...(state ? { state } : {}) };
}
