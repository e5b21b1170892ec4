import { EMAIL_PATTERN, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { messages } from './messages.js';

/** The server decides. */
export function emailError(text: string): string | undefined {
  const email = text.trim();
  if (!email) return messages.emailMissing;
  return EMAIL_PATTERN.test(email) ? undefined : messages.emailInvalid;
}

export function newPasswordError(password: string): string | undefined {
  if (!password) return messages.passwordMissing;
  if (password.length < PASSWORD_MIN_LENGTH) return messages.passwordTooShort(PASSWORD_MIN_LENGTH);
  return password.length > PASSWORD_MAX_LENGTH ? messages.passwordTooLong(PASSWORD_MAX_LENGTH) : undefined;
}

export function newPasswordErrors({ password, confirmation }: { password: string; confirmation: string }): {
  password?: string;
  confirmation?: string;
} {
  const error = newPasswordError(password);
  if (error) return { password: error };
  return password === confirmation ? {} : { confirmation: messages.passwordsDiffer };
}
