import { z } from 'zod';
import { inputMessage } from './input-messages.js';

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: inputMessage }).error?.issues[0]?.message;

test.each<[z.ZodType, unknown, string]>([
  [z.object({ address: z.string() }), {}, 'This field is required.'],
  [z.object({ method: z.enum(['online', 'cod']) }), {}, 'This field is required.'],
  [z.string().min(1), '', 'This field is required.'],
  [z.string(), 7, 'Enter a text.'],
  [z.number(), '7', 'Enter a number.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.boolean(), 1, 'Send true or false.'],
  [z.array(z.string()), 'a', 'Send a list.'],
  [z.object({}), 'a', 'Send an object.'],
  [z.string().min(10), 'short', 'Enter at least 10 characters.'],
  [z.string().max(1), 'ab', 'Enter at most 1 character.'],
  [z.array(z.string()).min(1), [], 'Send at least 1 entry.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Send at most 2 entries.'],
  [z.int().min(1), 0, 'Enter 1 or more.'],
  [z.number().max(5), 6, 'Enter 5 or less.'],
  [z.number().positive(), 0, 'Enter more than 0.'],
  [z.number().lt(5), 5, 'Enter less than 5.'],
  [z.number().multipleOf(0.01), 1.005, 'Enter a multiple of 0.01.'],
  [z.enum(['own', 'delhivery']), 'dhl', 'Choose one of: own, delhivery.'],
  [z.iso.date(), 'tomorrow', 'Enter a date, such as 2026-11-25.'],
  [z.iso.datetime(), '2026-11-25', 'Enter a date and time, such as 2026-11-25T10:00:00Z.'],
  [z.email(), 'asha', 'Enter an email address.'],
  [z.string().regex(/^[A-Z]+$/), 'a', 'This value has the wrong format.'],
  [z.union([z.boolean(), z.int()]), 'yes', 'This value is not allowed.'],
  [z.strictObject({}), { colour: 'red' }, 'Unknown field: colour.'],
])('%# names in a sentence what is wrong', (schema, value, expected) => {
  expect(messageOf(schema, value)).toBe(expected);
});

test('keeps the sentence of the schema', () => {
  const pincode = z.string().regex(/^\d{6}$/, 'Enter a 6-digit PIN code, such as 500092.');
  expect(messageOf(pincode, '12')).toBe('Enter a 6-digit PIN code, such as 500092.');
});
