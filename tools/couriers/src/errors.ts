import type { z } from 'zod';

/** A refusal in the words of the courier. */
export class CourierError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly errors?: Record<string, string[]>,
  ) {
    super(message);
    this.name = 'CourierError';
  }

  get body(): object {
    return { message: this.message, ...(this.errors ? { errors: this.errors } : {}), status_code: this.statusCode };
  }
}

/** @throws CourierError 422 that names each wrong field */
export function parse<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const parsed = shape.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) (errors[path.map(String).join('.')] ??= []).push(message);
  throw new CourierError(422, 'The given data was invalid.', errors);
}
