import { stdSerializers } from 'pino';

/** Also encoded in URLs. A folder such as `/@nestjs/` is none. */
const EMAIL = /[^\s/@<>()[\]{}",;:=&?|\\]{1,64}(?:@|%40)[^\s/@<>()[\]{}"',;:=&?|\\]+/gi;
/** Not within words, such as order numbers. A time in ms has 13 digits and begins with 1, an id may have 24 digits. */
const PHONE = /(?<![\w-])(?:(?:\+|%2B)\d(?:[ ()-]{0,2}\d){9,}|(?!1\d{12}(?!\d))\d{10,20})(?!\w)/gi;

/** Mail servers, databases and providers quote addresses and phone numbers in their errors. */
export const redactContacts = (text: string): string =>
  text.replaceAll(EMAIL, '[redacted]').replaceAll(PHONE, '[redacted]');

export interface ErrorFields {
  type: string;
  code?: string | number;
  status?: number;
  message: string;
  stack?: string;
}

/** Returns what logs and traces may contain of an error; its message and stack include those of its causes. */
export function errorFields(error: unknown): ErrorFields {
  if (!isErrorLike(error)) return { type: typeof error, message: redactContacts(String(error)) };
  const { type, message, stack } = stdSerializers.err(error);
  const { code, status } = error;
  return {
    type,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    message: redactContacts(message),
    stack: redactContacts(stack),
  };
}

/** As Pino's serializer decides. */
const isErrorLike = (error: unknown): error is Error & { code?: unknown; status?: unknown } =>
  typeof (error as { message?: unknown } | null | undefined)?.message === 'string';
