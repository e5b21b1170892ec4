import { useState } from 'react';
import type { PinOverride } from '@rangavalli/contracts/entities/delivery';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input, Select } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { isWhole } from './read-number.js';

interface PinDialogProps {
  /** Missing for a new one. */
  pin: PinOverride | undefined;
  onClose: () => void;
  onSaved: () => void;
}

type Field = 'pincode' | 'cod' | 'from' | 'to';

function errorsOf({ pincode, from, to }: Record<Field, string>) {
  const toError = to && !isWhole(to, 0, 60) ? messages.invalidDays : undefined;
  const pairError = Boolean(from) === Boolean(to) ? undefined : messages.bothDays;
  return {
    pincode: /^[1-9]\d{5}$/.test(pincode) ? undefined : messages.invalidPin,
    from: from && !isWhole(from, 0, 60) ? messages.invalidDays : undefined,
    to: toError ?? pairError ?? (Number(to) < Number(from) ? messages.invalidRange : undefined),
  };
}

/** Sets how one PIN code differs from its zone. */
export function PinDialog({ pin, onClose, onSaved }: PinDialogProps) {
  const [isServed, setIsServed] = useState(pin?.isServed ?? false);
  const { form, field, busy, failure } = useForm<Field>({
    fields: ['pincode', 'cod', 'from', 'to'],
    validate: errorsOf,
    submit: async ({ pincode, cod, from, to }) => {
      const body = {
        isServed,
        ...(cod ? { cod: cod === 'yes' } : {}),
        ...(from ? { from: Number(from), to: Number(to) } : {}),
      };
      toast.success((await call('PUT /delivery/pins/{pincode}', { params: { pincode }, body })).message);
      onSaved();
    },
    errorsOf: (error) => (error.code === 'PIN_NOT_FOUND' ? { pincode: error.message } : fieldErrors(error)),
  });
  return (
    <Dialog title={messages.addPinTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        <Input
          label={messages.pincode}
          {...field('pincode')}
          defaultValue={pin?.pincode}
          readOnly={pin !== undefined}
          inputMode="numeric"
          maxLength={6}
          required
        />
        <Checkbox label={messages.isServed} checked={isServed} onChange={({ target }) => setIsServed(target.checked)} />
        <Select
          label={messages.cod}
          {...field('cod')}
          defaultValue={pin?.cod === undefined ? '' : pin.cod ? 'yes' : 'no'}
        >
          <option value="">{messages.asZone}</option>
          <option value="yes">{messages.yes}</option>
          <option value="no">{messages.no}</option>
        </Select>
        <div className={css.pair}>
          <Input
            label={messages.from}
            hint={messages.daysHint}
            {...field('from')}
            defaultValue={pin?.from}
            inputMode="numeric"
          />
          <Input
            label={messages.to}
            hint={messages.daysHint}
            {...field('to')}
            defaultValue={pin?.to}
            inputMode="numeric"
          />
        </div>
        <FormActions submit={messages.savePin} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
