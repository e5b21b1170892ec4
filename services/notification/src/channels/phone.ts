import { normalisePhone } from '@rangavalli/contracts/india';

const MOBILE = /^[6-9]\d{9}$/;

/** Returns an Indian mobile number as providers expect it, `919848010407`; undefined for other numbers. */
export function toMobile(phone: string | undefined): string | undefined {
  const digits = normalisePhone(phone ?? '');
  return MOBILE.test(digits) ? `91${digits}` : undefined;
}
