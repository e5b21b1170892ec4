import type { Billing } from '@rangavalli/contracts/entities/order';
import { isIndia } from '@rangavalli/contracts/india';
import { findPinPlace, findStateCode, mayBeInState } from '@rangavalli/pin-codes/pin-codes';

const ABROAD = '96';

/**
 * Returns the GST state code that decides between CGST with SGST and IGST: the state in which a business is registered,
 * else the state of the delivery, else, while it is not known, the shop's.
 */
export function findPlaceOfSupply(billing: Billing | undefined, shopStateCode: string): string {
  return billing?.gstin?.slice(0, 2) ?? (billing && deliveryStateOf(billing)) ?? shopStateCode;
}

/** Some PIN codes span two states: the shopper may correct the state to a neighbour. */
function deliveryStateOf({ state = '', pincode, country }: Billing): string | undefined {
  if (!isIndia(country)) return ABROAD;
  const entered = findStateCode(state);
  return entered && mayBeInState(pincode, entered) ? entered : findPinPlace(pincode)?.stateCode || undefined;
}
