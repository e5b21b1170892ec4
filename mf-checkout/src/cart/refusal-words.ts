import type { ApiError } from '@rangavalli/web-kit/data/api-error';

/** Why a change of a line was refused, with the number that can be had where the server told it. */
export function refusalWords({ code, message, details }: ApiError): string {
  const available = details?.['available'];
  if (code !== 'INSUFFICIENT_STOCK' || typeof available !== 'number') return message;
  return available === 0
    ? `${message} Your cart holds all that are left.`
    : `${message} You can have up to ${available} of it in your cart.`;
}
