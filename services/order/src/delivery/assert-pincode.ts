import type { Billing } from '@rangavalli/contracts/entities/order';
import { errors } from '@rangavalli/contracts/errors';
import { isIndia } from '@rangavalli/contracts/india';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';

/**
 * Refuses an address in India whose PIN code does not exist.
 * @throws AppError VALIDATION_FAILED at `billing.pincode`
 */
export function assertPincode({ pincode, country }: Billing): void {
  if (!isIndia(country) || findPinPlace(pincode)) return;
  throw new AppError('VALIDATION_FAILED', { details: { fields: { 'billing.pincode': errors.PIN_NOT_FOUND.message } } });
}
