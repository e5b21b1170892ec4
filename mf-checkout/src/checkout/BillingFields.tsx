import { useId, type InputHTMLAttributes } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { StateOptions } from '@rangavalli/web-kit/ui/StateOptions';
import { isRequired, type BillingField, type BillingForm } from './billing.js';
import css from './Checkout.module.css';

const FIELDS: readonly ({
  field: BillingField;
  label: string;
  half?: boolean;
} & InputHTMLAttributes<HTMLInputElement>)[] = [
  { field: 'fullName', label: 'Full name', autoComplete: 'name', maxLength: 120 },
  {
    field: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: 254,
    half: true,
  },
  { field: 'phone', label: 'Phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 24, half: true },
  { field: 'address', label: 'Address', autoComplete: 'street-address', maxLength: 300 },
  { field: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 80, half: true },
  { field: 'state', label: 'State', autoComplete: 'address-level1', maxLength: 80, half: true },
  { field: 'pincode', label: 'PIN code', autoComplete: 'postal-code', maxLength: 11, half: true },
  { field: 'country', label: 'Country', autoComplete: 'country-name', maxLength: 80, half: true },
];

interface BillingFieldsProps {
  form: BillingForm;
  field: (name: BillingField) => { name: string; error: string | undefined };
  onChange: (field: BillingField, value: string) => void;
}

/** The fields of the billing form. */
export function BillingFields({ form, field: fieldProps, onChange }: BillingFieldsProps) {
  const states = useId();
  return (
    <div className={css.fields}>
      <StateOptions id={states} country={form.country} />
      {FIELDS.map(({ field, label, half, ...attributes }) => (
        <div key={field} className={half ? css.half : css.whole}>
          <Input
            {...attributes}
            label={label}
            {...(field === 'state' ? { list: states } : {})}
            {...fieldProps(field)}
            value={form[field]}
            required={isRequired(field)}
            onChange={(event) => onChange(field, event.target.value)}
          />
        </div>
      ))}
    </div>
  );
}
