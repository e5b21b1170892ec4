import { z } from 'zod';
import { line } from '../primitives.js';

const MAX_FIELDS = 10;
const MAX_CHOICES = 20;
const MAX_TEXT = 200;

const base = {
  /** Names the field on lines of carts and orders. */
  label: line(40),
  required: z.boolean(),
  /** Days that the field adds to the time until dispatch, when filled in. */
  extraDays: z.int().min(0).max(60).optional(),
};
const measure = z.number().min(0.1).max(1_000);

/** What customers enter for a product that is made for them, as staff define it. */
export const personalisationField = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), ...base, maxLength: z.int().min(1).max(MAX_TEXT) }),
    z.object({
      kind: z.literal('choice'),
      ...base,
      choices: z
        .array(line(60))
        .min(1)
        .max(MAX_CHOICES)
        .refine((list) => new Set(list).size === list.length, 'Name each choice once.'),
    }),
    z.object({ kind: z.literal('measure'), ...base, unit: z.enum(['in', 'cm']), min: measure, max: measure }),
  ])
  .refine((field) => field.kind !== 'measure' || field.min <= field.max, {
    path: ['max'],
    message: 'Enter at least the minimum.',
  })
  .meta({ id: 'PersonalisationField' });
export type PersonalisationField = z.infer<typeof personalisationField>;

export const personalisationFields = z
  .array(personalisationField)
  .max(MAX_FIELDS)
  .refine((list) => new Set(list.map(({ label }) => label)).size === list.length, 'Name each label once.');

const personalisationValue = z.object({ label: line(40), value: line(MAX_TEXT) }).meta({ id: 'PersonalisationValue' });
export type PersonalisationValue = z.infer<typeof personalisationValue>;

/** The values of a line, without fields that are left empty. Lines with other values are other lines. */
export const personalisation = z
  .array(personalisationValue)
  .max(MAX_FIELDS)
  .refine((list) => new Set(list.map(({ label }) => label)).size === list.length, 'Name each label once.');
