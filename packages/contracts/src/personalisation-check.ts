import type { PersonalisationField, PersonalisationValue } from './entities/personalisation.js';
import type { Personalised } from './personalisation.js';

const NUMBER = /^\d{1,4}(?:\.\d{1,2})?$/;

function fieldError(field: PersonalisationField, value: string): string | undefined {
  if (value === '') return field.required ? 'Please fill this in.' : undefined;
  switch (field.kind) {
    case 'text':
      return value.length > field.maxLength ? `Please enter at most ${field.maxLength} characters.` : undefined;
    case 'choice':
      return field.choices.includes(value) ? undefined : 'Please choose one of the options.';
    case 'measure': {
      const entered = value.endsWith(` ${field.unit}`) ? value.slice(0, -field.unit.length - 1) : value;
      const isValid = NUMBER.test(entered) && Number(entered) >= field.min && Number(entered) <= field.max;
      return isValid ? undefined : `Please enter a number from ${field.min} to ${field.max} ${field.unit}.`;
    }
  }
}

/** "38.50" and "38.5 in" are the same measure. */
function normalise(field: PersonalisationField, value: string): string {
  return field.kind === 'measure' ? `${Number(value.replace(` ${field.unit}`, ''))} ${field.unit}` : value;
}

/**
 * Checks values against a product's current fields. `values` are in the fields' order, without empty ones; `errors` has
 * a sentence per label, also for values of a field that the product no longer has.
 */
export function checkPersonalisation(
  fields: readonly PersonalisationField[] = [],
  entered: readonly PersonalisationValue[] = [],
): { values: PersonalisationValue[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const texts = new Map(entered.map(({ label, value }) => [label, value.trim().replaceAll(/\s+/g, ' ')]));
  const values: PersonalisationValue[] = [];
  for (const field of fields) {
    const value = texts.get(field.label) ?? '';
    const error = fieldError(field, value);
    if (error) errors[field.label] = error;
    else if (value) values.push({ label: field.label, value: normalise(field, value) });
    texts.delete(field.label);
  }
  for (const label of texts.keys()) errors[label] = 'This is no longer offered for this product.';
  return { values, errors };
}

/** Returns the days that a line's values add to the time until dispatch: the fields are made at the same time. */
export const extraDaysOf = (
  fields: readonly PersonalisationField[] = [],
  { personalisation = [] }: Personalised,
): number =>
  Math.max(
    0,
    ...fields
      .filter(({ label }) => personalisation.some((value) => value.label === label))
      .map(({ extraDays = 0 }) => extraDays),
  );
