import { useCallback, useEffect, useRef, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import type { SessionUser } from '@rangavalli/web-kit/session/session';
import {
  billingError,
  billingErrors,
  billingFor,
  withAddress,
  type BillingErrors,
  type BillingField,
  type BillingForm,
} from './billing.js';

const ADDRESS_FIELDS = new Set<BillingField>(['address', 'city', 'state', 'pincode', 'country']);
/** A complaint moves what stands below it: it waits until the click that took the focus away is over, ms. */
const COMPLAINT_DELAY_MS = 200;

/**
 * The billing form's values and what is wrong with them.
 * @param answered what the server found wrong; shown for a field until it is changed
 */
export function useBillingForm(user: SessionUser | undefined, answered: BillingErrors | undefined) {
  const [form, setForm] = useState<BillingForm>(() => billingFor(user));
  const [errors, setErrors] = useState<BillingErrors>({});
  const [savedId, setSavedId] = useState('');
  const [seen, setSeen] = useState(answered);
  const touched = useRef(false);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  if (seen !== answered) {
    setSeen(answered);
    if (answered) setErrors(answered);
  }

  const fillFrom = useCallback(
    (saved: Address | undefined) => {
      setSavedId(saved?._id ?? '');
      setForm((old) =>
        saved
          ? withAddress(old, saved)
          : { ...billingFor(user), fullName: old.fullName, email: old.email, phone: old.phone },
      );
      setErrors({});
    },
    [user],
  );
  const offerAddresses = useCallback(
    (addresses: readonly Address[]) => {
      const standard = addresses.find((saved) => saved.isDefault);
      // What somebody has typed already is not overwritten.
      if (standard && !touched.current) fillFrom(standard);
    },
    [fillFrom],
  );

  return {
    form,
    errors,
    /** Id of the saved address in the form; empty when there is none. */
    savedId,
    fillFrom,
    /** Puts the default address into a form that nobody has touched. */
    offerAddresses,
    change: (field: BillingField, value: string) => {
      touched.current = true;
      const next = { ...form, [field]: value };
      setForm(next);
      if (ADDRESS_FIELDS.has(field)) setSavedId('');
      // What a postal code looks like depends on the country.
      const marked = [field, ...(field === 'country' ? (['pincode'] as const) : [])].filter((each) => errors[each]);
      if (marked.length > 0)
        setErrors((old) => ({ ...old, ...Object.fromEntries(marked.map((each) => [each, billingError(each, next)])) }));
    },
    blur: (field: BillingField) => {
      // An empty field is not complained of before somebody wants to pay.
      if (!form[field].trim()) return;
      setTimeout(
        () => setErrors((old) => ({ ...old, [field]: billingError(field, latest.current) })),
        COMPLAINT_DELAY_MS,
      );
    },
    /** Whether the form may be sent, and its address saved if that is wished; if not, `errors` says why. */
    validate: (saving: boolean): boolean => {
      const found = billingErrors(form, saving);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
  };
}
