import { StateOptions } from '@rangavalli/web-kit/ui/StateOptions';
import { Checkbox, Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { Sample } from './Sample.js';
import css from './Design.module.css';

export function Fields() {
  return (
    <div className={css.samples}>
      <Sample name="Input">
        <Input label="City" defaultValue="Hyderabad" />
      </Sample>
      <Sample name="Input required, with a hint">
        <Input label="PIN code" required hint="Six digits." inputMode="numeric" />
      </Sample>
      <Sample name="Input with an error">
        <Input label="Phone" required defaultValue="12345" error="Enter a 10-digit mobile number." />
      </Sample>
      <Sample name="Input disabled">
        <Input label="Country" disabled defaultValue="India" />
      </Sample>
      <Sample name="Select">
        <Select label="Size" defaultValue="m">
          <option value="s">S</option>
          <option value="m">M</option>
        </Select>
      </Sample>
      <Sample name="Select with an error">
        <Select label="Category" required error="Select a category." defaultValue="">
          <option value="">Choose…</option>
          <option value="saree">Saree</option>
        </Select>
      </Sample>
      <Sample name="Input with StateOptions, India">
        <Input label="State" list="design-states" hint="Type “Te”." />
        <StateOptions id="design-states" country="India" />
      </Sample>
      <Sample name="Input with StateOptions, other countries">
        <Input label="Region" list="design-regions" />
        <StateOptions id="design-regions" country="Nepal" />
      </Sample>
      <Sample name="Select disabled">
        <Select label="Sort" disabled>
          <option>Newest first</option>
        </Select>
      </Sample>
      <Sample name="Textarea with an error">
        <Textarea label="Address" rows={2} required error="Enter your street and house number." />
      </Sample>
      <Sample name="Textarea">
        <Textarea label="Description" rows={3} />
      </Sample>
      <Sample name="Checkbox">
        <Checkbox label="Use as my default address" defaultChecked />
      </Sample>
      <Sample name="Switch">
        <Switch label="Count stock by size" hint="Stock is counted for each size." defaultChecked />
      </Sample>
      <Sample name="Switch disabled">
        <Switch label="Count stock by size" hint="Add sizes first." disabled />
      </Sample>
      <Sample name="Checkbox disabled">
        <Checkbox label="In stock only" disabled />
      </Sample>
    </div>
  );
}
