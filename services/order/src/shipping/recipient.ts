import type { Billing } from '@rangavalli/contracts/entities/order';

/** Who gets a parcel, or has the goods of a return. */
export const toRecipient = ({ fullName, phone, email, address, city, state = '', pincode, country }: Billing) => ({
  name: fullName,
  phone,
  email,
  address,
  city,
  state,
  pincode,
  country,
});
