import { useState } from 'react';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import css from './Personalisation.module.css';
import { messages } from './personalisation-messages.js';

export interface PersonalisationFieldsProps {
  fields: readonly PersonalisationField[];
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** The browser keeps the values (`readPersonalisation`), so that what is entered before hydration is not lost. */
export function PersonalisationFields({ fields, errors, disabled }: PersonalisationFieldsProps) {
  const [corrected, setCorrected] = useState({ errors, labels: [] as readonly string[] });
  const labels = corrected.errors === errors ? corrected.labels : [];
  return (
    <fieldset className={css.personalisation} disabled={disabled}>
      <legend>{messages.personalise}</legend>
      {fields.map((field, index) => {
        const shared = {
          label: field.required ? field.label : messages.optional(field.label),
          name: `personalisation-${index}`,
          required: field.required,
          error: labels.includes(field.label) ? undefined : errors[field.label],
          hint: hintOf(field),
          onChange: () => setCorrected({ errors, labels: [...labels, field.label] }),
        };
        if (field.kind === 'choice')
          return (
            <Select key={field.label} {...shared} defaultValue="">
              <option value="">{messages.choose}</option>
              {field.choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          );
        return field.kind === 'text' ? (
          <Input key={field.label} {...shared} type="text" maxLength={field.maxLength} autoComplete="off" />
        ) : (
          <Input key={field.label} {...shared} type="text" inputMode="decimal" maxLength={10} autoComplete="off" />
        );
      })}
    </fieldset>
  );
}

function hintOf(field: PersonalisationField): string {
  const days = field.extraDays ? messages.extraDays(field.extraDays) : '';
  if (field.kind === 'choice') return days;
  const limit =
    field.kind === 'text' ? messages.upTo(field.maxLength) : messages.range(field.min, field.max, field.unit);
  return [limit, days].filter(Boolean).join(' · ');
}
