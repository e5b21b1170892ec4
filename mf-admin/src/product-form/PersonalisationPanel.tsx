import { Button } from '@rangavalli/web-kit/ui/Button';
import { Checkbox, Input, Select } from '@rangavalli/web-kit/ui/Field';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import {
  type FieldInput,
  type Kind,
  kinds,
  MAX_FIELDS,
  type PersonalisationState,
  type Unit,
} from './personalisation.js';
import css from './ProductForm.module.css';

interface PersonalisationPanelProps {
  personalisation: PersonalisationState;
  errors: Readonly<Record<string, string | undefined>>;
}

/** What customers enter for a product that is made for them. */
export function PersonalisationPanel({
  personalisation: { inputs, add, change, remove },
  errors,
}: PersonalisationPanelProps) {
  return (
    <>
      {inputs.length === 0 && <p className={shared.empty}>{messages.noPersonalisation}</p>}
      {inputs.map((input, index) => (
        <FieldEditor
          key={input.id}
          input={input}
          number={index + 1}
          nameOf={(field) => `personalisationFields.${index}.${field}`}
          errors={errors}
          onChange={(changes) => change(input.id, changes)}
          onRemove={() => remove(input.id)}
        />
      ))}
      {errors['personalisationFields'] && (
        <p role="alert" className={shared.problem}>
          {errors['personalisationFields']}
        </p>
      )}
      {inputs.length < MAX_FIELDS && (
        <Button look="secondary" onClick={add}>
          {messages.addField}
        </Button>
      )}
    </>
  );
}

interface FieldEditorProps {
  input: FieldInput;
  number: number;
  nameOf: (field: keyof FieldInput) => string;
  errors: PersonalisationPanelProps['errors'];
  onChange: (changes: Partial<FieldInput>) => void;
  onRemove: () => void;
}

function FieldEditor({ input, number, nameOf, errors, onChange, onRemove }: FieldEditorProps) {
  const text = (field: 'label' | 'extraDays' | 'maxLength' | 'choices' | 'min' | 'max') => ({
    name: nameOf(field),
    value: input[field],
    error: errors[nameOf(field)],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  });
  return (
    <fieldset className={css.field}>
      <legend>{input.label || messages.fieldNumber(number)}</legend>
      <div className={css.pair}>
        <Input label={messages.fieldLabel} maxLength={40} required {...text('label')} />
        <Select
          label={messages.fieldKind}
          value={input.kind}
          onChange={(event) => onChange({ kind: event.target.value as Kind })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {messages.kinds[kind]}
            </option>
          ))}
        </Select>
      </div>
      {input.kind === 'text' && (
        <Input label={messages.maxLength} inputMode="numeric" required {...text('maxLength')} />
      )}
      {input.kind === 'choice' && (
        <Input label={messages.choices} hint={messages.commas} required {...text('choices')} />
      )}
      {input.kind === 'measure' && (
        <div className={css.pair}>
          <Input label={messages.min} inputMode="decimal" required {...text('min')} />
          <Input label={messages.max} inputMode="decimal" required {...text('max')} />
          <Select
            label={messages.unit}
            value={input.unit}
            onChange={(event) => onChange({ unit: event.target.value as Unit })}
          >
            <option value="in">{messages.units.in}</option>
            <option value="cm">{messages.units.cm}</option>
          </Select>
        </div>
      )}
      <Input label={messages.fieldDays} hint={messages.fieldDaysHint} inputMode="numeric" {...text('extraDays')} />
      <Checkbox
        label={messages.fieldRequired}
        checked={input.required}
        onChange={(event) => onChange({ required: event.target.checked })}
      />
      <Button look="quiet" onClick={onRemove} aria-label={messages.removeFieldLabel(input.label || `${number}`)}>
        {messages.removeField}
      </Button>
    </fieldset>
  );
}
