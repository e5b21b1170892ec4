import { isIndia } from '@rangavalli/contracts/india';
import { indianStates } from '../format/india.js';
import { Input, Select } from './Field.js';

interface StateFieldProps {
  name: string;
  error?: string | undefined;
  value: string;
  country: string;
  onChange: (state: string) => void;
}

/** A list of India's states; a text field for other countries. */
export function StateField({ country, value, onChange, ...field }: StateFieldProps) {
  const common = { ...field, label: 'State', value, required: true, autoComplete: 'address-level1' };
  if (!isIndia(country)) return <Input {...common} maxLength={80} onChange={({ target }) => onChange(target.value)} />;
  const isListed = value === '' || indianStates.some((state) => state === value);
  return (
    <Select {...common} onChange={({ target }) => onChange(target.value)}>
      <option value="">Select a state</option>
      {/* Of a saved address. */}
      {!isListed && <option>{value}</option>}
      {indianStates.map((state) => (
        <option key={state}>{state}</option>
      ))}
    </Select>
  );
}
