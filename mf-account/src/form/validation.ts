import { EMAIL_PATTERN, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { fieldErrors } from '@rangavalli/web-kit/data/form';
import { messages } from './messages.js';

/** The server decides. */
export function emailError(text: string): string | undefined {
  const email = text.trim();
  if (!email) return messages.emailMissing;
  return EMAIL_PATTERN.test(email) ? undefined : messages.emailInvalid;
}

export function newPasswordError(password: string, minLength = PASSWORD_MIN_LENGTH): string | undefined {
  if (!password) return messages.passwordMissing;
  if (password.length < minLength) return messages.passwordTooShort(minLength);
  return password.length > PASSWORD_MAX_LENGTH ? messages.passwordTooLong(PASSWORD_MAX_LENGTH) : undefined;
}

export function newPasswordErrors(
  { password, confirmation }: { password: string; confirmation: string },
  minLength = PASSWORD_MIN_LENGTH,
): {
  password?: string;
  confirmation?: string;
} {
  const error = newPasswordError(password, minLength);
  if (error) return { password: error };
  return password === confirmation ? {} : { confirmation: messages.passwordsDiffer };
}

/** The errors of a field `password`: the service also refuses common passwords. */
export const passwordErrors = (failure: ApiError): Record<string, string> =>
  failure.code === 'PASSWORD_BREACHED' ? { password: failure.message } : fieldErrors(failure);
