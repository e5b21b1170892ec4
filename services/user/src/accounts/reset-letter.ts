import { brand } from '@rangavalli/contracts/brand';

/**
 * The letter with the link that sets a new password, in plain text.
 * @param link of the storefront's page, the token in it
 * @param minutes for which it is good
 */
export function resetLetter(name: string, link: string, minutes: number): { subject: string; text: string } {
  const text = [
    `Namaste ${name},`,
    '',
    'somebody, probably you, asked for a new password for your account. You can set one here:',
    '',
    link,
    '',
    `The link works once, within ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    '',
    `Is anything not right? Write to ${brand.email} or call ${brand.phone}.`,
    '',
    'With warm regards from Hyderabad,',
    brand.name,
    brand.tagline,
    '',
    `${brand.legalName}, ${brand.address.join(', ')}`,
    '',
  ];
  return { subject: `A new password for ${brand.name}`, text: text.join('\n') };
}
