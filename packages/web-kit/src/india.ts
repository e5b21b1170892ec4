/** What is known of addresses in India, for forms that help. The server's own rules are wider, for buyers abroad. */

/** States and union territories. */
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

/** Whether a country as people write it is India; the empty one is (specification §9). */
export const isIndia = (country: string): boolean => /^(?:|india|bharat|in|ind)$/i.test(country.trim());

/**
 * What is wrong with a phone number: a mobile number of India, or one from abroad with its country code in front.
 * @returns words that help to mend it; undefined when all is well
 */
export function phoneProblem(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (!/^[+0-9()\-\s]+$/.test(text)) return 'Please enter a valid phone number.';
  const fromAbroad = /^\s*(?:\+|00)/.test(text) && !/^\s*(?:\+|00)\s*91/.test(text);
  if (fromAbroad) return digits.length >= 10 && digits.length <= 15 ? undefined : 'Please enter a valid phone number.';
  const own = digits.replace(/^(?:00)?91(?=\d{10}$)|^0(?=\d{10}$)/, '');
  if (own.length !== 10)
    return `Please enter a valid phone number. An Indian mobile number has 10 digits; this one has ${own.length}.`;
  return /^[6-9]/.test(own)
    ? undefined
    : 'Please enter a valid phone number. Indian mobile numbers begin with 6, 7, 8 or 9.';
}

/**
 * What is wrong with a postal code: six digits in India, and the first is not 0.
 * @returns words that help to mend it; undefined when all is well
 */
export function pincodeProblem(text: string, country: string): string | undefined {
  const code = text.trim();
  if (!isIndia(country))
    return /^[A-Za-z0-9][A-Za-z0-9 -]{2,10}$/.test(code) ? undefined : 'Please enter a valid postal code.';
  return /^[1-9]\d{2} ?\d{3}$/.test(code) ? undefined : 'Please enter a valid PIN code: 6 digits, such as 500092.';
}
