import type { PersonalisationField, PersonalisationValue } from '@rangavalli/contracts/entities/personalisation';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import css from './AddToCart.module.css';
import { messages } from './messages.js';

interface PersonalisationFieldsProps {
  fields: readonly PersonalisationField[];
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange: (label: string) => void;
}

/** The browser keeps the values, so that what is entered before hydration is not lost: `readPersonalisation`. */
export function PersonalisationFields({ fields, errors, disabled, onChange }: PersonalisationFieldsProps) {
  return (
    <fieldset className={css.personalisation} disabled={disabled}>
      <legend className={css.label}>{messages.personalise}</legend>
      {fields.map((field, index) => {
        const shared = {
          label: field.required ? field.label : messages.optional(field.label),
          name: `personalisation-${index}`,
          required: field.required,
          error: errors[field.label],
          hint: hintOf(field),
          onChange: () => onChange(field.label),
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

/** Returns the entered values, without empty ones. */
export const readPersonalisation = (
  box: HTMLElement | null,
  fields: readonly PersonalisationField[],
): PersonalisationValue[] =>
  fields.flatMap(({ label }, index) => {
    const control = box?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="personalisation-${index}"]`);
    const value = control?.value.trim();
    return value ? [{ label, value }] : [];
  });
