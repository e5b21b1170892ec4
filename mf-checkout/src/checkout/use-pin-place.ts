import { isIndia } from '@rangavalli/contracts/india';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useEffect, useRef } from 'react';
import type { BillingForm } from './billing.js';

type Place = Pick<BillingForm, 'city' | 'state'>;

/**
 * Looks up the city and state of a complete PIN code in India. `onFound` gets what may be filled in: fields that are
 * empty or still have the place of an earlier code.
 * @returns whether the code does not exist; false while unknown, since the server checks it again
 */
export function usePinPlace(form: BillingForm, onFound: (place: Partial<Place>) => void): boolean {
  const { pincode, country } = form;
  const isComplete = isIndia(country) && /^[1-9]\d{5}$/.test(pincode);
  const { data, error } = useQuery(
    isComplete ? `pin ${pincode}` : undefined,
    async (signal) => (await call('GET /delivery/pin/{pincode}', { params: { pincode } }, { signal })).place,
  );
  const filled = useRef<Partial<Place>>({});
  const latest = useRef({ form, onFound });
  useEffect(() => {
    latest.current = { form, onFound };
  });
  useEffect(() => {
    if (!data) return;
    const found: Partial<Place> = {};
    for (const name of ['city', 'state'] as const) {
      const value = latest.current.form[name];
      if (value === '' || value === filled.current[name]) found[name] = data[name];
    }
    filled.current = { city: data.city, state: data.state };
    latest.current.onFound(found);
  }, [data]);
  return error?.code === 'PIN_NOT_FOUND';
}
