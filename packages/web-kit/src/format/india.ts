import { isIndia, normalisePhone } from '@rangavalli/contracts/india';

export const indianStates = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const;

/** Accepts Indian mobile numbers and foreign ones with a country code. */
export function phoneProblem(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (!/^[+0-9()\-\s]+$/.test(text)) return 'Enter a valid phone number.';
  const fromAbroad = /^\s*(?:\+|00)/.test(text) && !/^\s*(?:\+|00)\s*91/.test(text);
  if (fromAbroad) return digits.length >= 10 && digits.length <= 15 ? undefined : 'Enter a valid phone number.';
  if (/^[6-9]\d{9}$/.test(normalisePhone(text))) return undefined;
  const own = digits.replace(/^(?:00)?91(?=\d{10}$)|^0(?=\d{10}$)/, '');
  return own.length === 10
    ? 'Enter a valid mobile number. It starts with 6, 7, 8 or 9.'
    : 'Enter a 10-digit mobile number.';
}

export function pincodeProblem(text: string, country: string): string | undefined {
  const code = text.trim();
  if (!isIndia(country))
    return /^[A-Za-z0-9][A-Za-z0-9 -]{2,10}$/.test(code) ? undefined : 'Enter a valid postal code.';
  return /^[1-9]\d{2} ?\d{3}$/.test(code) ? undefined : 'Enter a 6-digit PIN code, such as 500092.';
}
