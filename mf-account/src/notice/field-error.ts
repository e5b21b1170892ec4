import type { ApiError } from '@rangavalli/web-kit/api-error';

/** What a VALIDATION_FAILED answer says of one field of a form. */
export const fieldError = (error: ApiError | undefined, name: string): string | undefined =>
  (error?.details?.['fields'] as Record<string, string> | undefined)?.[name];
