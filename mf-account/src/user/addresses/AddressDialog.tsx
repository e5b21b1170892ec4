import { useId, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import { StateOptions } from '@rangavalli/web-kit/ui/StateOptions';
import css from '../../form/form.module.css';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { addressErrors, addressFields, trimFields, type AddressForm } from './address-form.js';
import { messages } from './messages.js';

interface AddressDialogProps {
  /** Undefined for a new address. */
  saved: Address | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Specification §4, §5. */
export function AddressDialog({ saved, onClose, onSaved }: AddressDialogProps) {
  const [country, setCountry] = useState(saved?.country ?? 'India');
  const states = useId();
  const { form, field, busy, failure } = useForm({
    fields: addressFields,
    validate: addressErrors,
    submit: async (values, data) => {
      const body = { ...trimFields(values), isDefault: data.has('isDefault') };
      try {
        if (saved) await call('PUT /address/{id}', { params: { id: saved._id }, body });
        else await call('POST /address', { body });
      } catch (error) {
        toast.error(messages.saveFailed);
        throw error;
      }
      toast.success(saved ? messages.updated : messages.added);
      onSaved();
    },
  });
  const input = (name: keyof AddressForm) => ({ ...field(name), defaultValue: saved?.[name] ?? '' });

  return (
    <Dialog title={saved ? messages.editTitle : messages.add} onClose={onClose}>
      <form className={css.form} {...form}>
        <Input label={messages.fullName} {...input('fullName')} autoComplete="name" maxLength={120} required />
        <Input
          label={messages.phone}
          {...input('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          hint={messages.phoneHint}
          required
        />
        <Input
          label={messages.address}
          {...input('addressLine')}
          autoComplete="street-address"
          maxLength={300}
          hint={messages.addressHint}
          required
        />
        <div className={css.pair}>
          <Input
            label={messages.pincode}
            {...input('pincode')}
            autoComplete="postal-code"
            maxLength={11}
            hint={messages.pincodeHint}
            required
          />
          <Input label={messages.city} {...input('city')} autoComplete="address-level2" maxLength={80} required />
        </div>
        <div className={css.pair}>
          <Input
            label={messages.state}
            {...input('state')}
            list={states}
            autoComplete="address-level1"
            maxLength={80}
            required
          />
          <StateOptions id={states} country={country} />
          <Input
            label={messages.country}
            {...field('country')}
            value={country}
            onChange={({ target }) => setCountry(target.value)}
            autoComplete="country-name"
            maxLength={80}
          />
        </div>
        <Checkbox label={messages.makeDefault} name="isDefault" defaultChecked={saved?.isDefault ?? false} />
        {/* Screen readers do not announce toasts while a dialog is open. */}
        {failure && (
          <Notice kind="error">
            <strong>{messages.saveFailed}</strong>
            <br />
            {failure.message}
          </Notice>
        )}
        <Button type="submit" busy={busy}>
          {saved ? messages.update : messages.save}
        </Button>
      </form>
    </Dialog>
  );
}
