import { useEffect, useRef } from 'react';
import { isIndia } from '@rangavalli/contracts/india';
import { call } from './api.js';
import { useQuery } from './query.js';

interface Place {
  city: string;
  state: string;
}

interface PinLookup {
  /** The code does not exist: the error of its field. Undefined while unknown, since the server checks it again. */
  error?: string;
  /** What to enter as city and state, where the code does not name them. */
  hint?: string;
}

/**
 * Looks up the city and state of a complete PIN code in India. `onFound` gets what may be filled in: fields that are
 * empty or still have the place of an earlier code.
 */
export function usePinPlace(
  form: Place & { pincode: string; country: string },
  onFound: (place: Partial<Place>) => void,
): PinLookup {
  const pincode = form.pincode.replaceAll(/\s/g, '');
  const isComplete = isIndia(form.country) && /^[1-9]\d{5}$/.test(pincode);
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
  if (error?.code === 'PIN_NOT_FOUND') return { error: 'This PIN code does not exist. Please check it.' };
  if (data?.army) return { hint: 'Army post office: enter 56 APO or 99 APO as the city, and select your state.' };
  return {};
}
