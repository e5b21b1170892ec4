import { z } from 'zod';
import { defineCalls } from '../call.js';
import { ok } from '../primitives.js';

const pincode = z.string().regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code, such as 500092.');

/** Served by the order service, which checks the PIN code of every checkout. */
export const deliveryCalls = defineCalls('order', {
  'GET /delivery/pin/{pincode}': {
    summary: 'Get the city and state of a PIN code in India; browsers cache it for a week',
    access: 'public',
    params: z.object({ pincode }),
    response: ok.extend({
      place: z
        .object({
          pincode,
          city: z.string(),
          district: z.string(),
          state: z.string(),
          /** GST state code, two digits. */
          stateCode: z.string(),
          /** An army post office: the customer enters city and state, which are empty here. */
          army: z.literal(true).optional(),
        })
        .meta({ id: 'PinPlace' }),
    }),
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND'],
  },
});
