import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { messages } from './refusal-messages.js';

/** Returns why a change of a line was refused, with the available quantity if the server sent it. */
export function refusalMessage({ code, message, details }: ApiError): string {
  const available = details?.['available'];
  if (code !== 'INSUFFICIENT_STOCK' || typeof available !== 'number') return message;
  return available === 0 ? messages.allInCart(message) : messages.upTo(message, available);
}
