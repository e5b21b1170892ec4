import { type InputHTMLAttributes, useState } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { StateField } from '@rangavalli/web-kit/ui/StateField';
import { type BillingField, type BillingForm, isBusiness } from './billing.js';
import css from './Checkout.module.css';
import { messages } from './messages.js';

type InputField = {
  field: BillingField;
  label: string;
  hint?: string;
  half?: boolean;
} & InputHTMLAttributes<HTMLInputElement>;

const CONTACT: readonly InputField[] = [
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
];
const ADDRESS: readonly InputField[] = [
  {
    field: 'pincode',
    label: 'PIN code',
    inputMode: 'numeric',
    autoComplete: 'postal-code',
    // With the space of `500 092`, which is dropped.
    maxLength: 11,
    half: true,
  },
  // Fixed: the shop's checkout delivers in India. A saved address keeps its country.
  { field: 'country', label: 'Country', autoComplete: 'country-name', readOnly: true, half: true },
  { field: 'address', label: 'Address', autoComplete: 'street-address', maxLength: 300 },
  { field: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 80, half: true },
];
const BUSINESS: readonly InputField[] = [
  { field: 'businessName', label: messages.businessName, autoComplete: 'organization', maxLength: 200 },
  { field: 'gstin', label: messages.gstin, hint: messages.gstinHint, autoComplete: 'off', maxLength: 20 },
  {
    field: 'businessAddress',
    label: messages.businessAddress,
    hint: messages.businessAddressHint,
    autoComplete: 'off',
    maxLength: 300,
  },
];

interface BillingFieldsProps {
  form: BillingForm;
  field: (name: BillingField) => { name: string; error: string | undefined; hint?: string | undefined };
  onChange: (field: BillingField, value: string) => void;
}

const Inputs = ({
  inputs,
  isOptional = false,
  form,
  field,
  onChange,
}: BillingFieldsProps & { inputs: readonly InputField[]; isOptional?: boolean }) =>
  inputs.map(({ field: name, label, half, ...attributes }) => (
    <div key={name} className={half ? css.half : css.whole}>
      <Input
        {...attributes}
        label={label}
        {...field(name)}
        value={form[name]}
        required={!isOptional}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </div>
  ));

/** Name, email and phone. */
export const ContactFields = (props: BillingFieldsProps) => (
  <div className={css.fields}>
    <Inputs {...props} inputs={CONTACT} />
  </div>
);

/** The PIN code comes first: it fills in city and state. */
export function AddressFields(props: BillingFieldsProps) {
  const { form, field, onChange } = props;
  return (
    <div className={css.fields}>
      <Inputs {...props} inputs={ADDRESS} />
      <div className={css.half}>
        <StateField
          {...field('state')}
          value={form.state}
          country={form.country}
          onChange={(state) => onChange('state', state)}
        />
      </div>
    </div>
  );
}

/** Name and GSTIN of a business; closed unless they are entered. */
export function BusinessFields(props: BillingFieldsProps) {
  const [isOpen] = useState(isBusiness(props.form));
  const hasError = BUSINESS.some(({ field: name }) => props.field(name).error);
  return (
    <details className={css.messages} open={isOpen || hasError}>
      <summary>{messages.business}</summary>
      <div className={css.fields}>
        <Inputs {...props} inputs={BUSINESS} isOptional />
      </div>
    </details>
  );
}
