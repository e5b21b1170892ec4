import { z } from 'zod';
import { country, line, objectId, personName, phone, pincode } from '../primitives.js';

/** Specification §5. */
export const addressInput = z
  .object({
    fullName: personName,
    phone,
    pincode,
    addressLine: line(300),
    city: line(80),
    state: line(80),
    country,
    isDefault: z.boolean().default(false),
  })
  .meta({ id: 'AddressInput' });
export type AddressInput = z.infer<typeof addressInput>;

/** `address` and `default` are the checkout's names of two fields (specification §3). */
export const address = z
  .object({
    _id: objectId,
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    addressLine: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
    default: z.boolean(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof address>;
