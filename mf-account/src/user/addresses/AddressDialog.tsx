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
import { Notice } from '../../form/Notice.js';
import { addressErrors, addressFields, trimmed, type AddressForm } from './address-form.js';

interface AddressDialogProps {
  /** The address to edit, `new` for a new one, nothing while the window is closed. */
  address: Address | 'new' | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The address form's window (specification §4, §5); it closes when the address was saved. */
export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const old = address === 'new' ? undefined : address;
  return (
    <Dialog title={old ? 'Edit Address' : 'Add New Address'} open={address !== undefined} onClose={onClose}>
      <Fields key={old?._id ?? 'new'} old={old} onSaved={onSaved} />
    </Dialog>
  );
}

/** Begins anew with each opening, for the window draws its content only while it is open. */
function Fields({ old, onSaved }: { old: Address | undefined; onSaved: () => void }) {
  const [country, setCountry] = useState(old?.country ?? 'India');
  const states = useId();
  const { form, field, busy, failure } = useForm({
    fields: addressFields,
    validate: addressErrors,
    submit: async (written, data) => {
      const body = { ...trimmed(written), isDefault: data.has('isDefault') };
      try {
        if (old) await call('PUT /address/{id}', { params: { id: old._id }, body });
        else await call('POST /address', { body });
      } catch (error) {
        toast.error('Failed to save address.');
        throw error;
      }
      toast.success(old ? 'Address updated' : 'Address added');
      onSaved();
    },
  });
  const input = (name: keyof AddressForm) => ({ ...field(name), defaultValue: old?.[name] ?? '' });

  return (
    <form className={css.form} {...form}>
      <Input label="Full name" {...input('fullName')} autoComplete="name" maxLength={120} required />
      <Input
        label="Phone"
        {...input('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={24}
        hint="10 digits; the courier calls it."
        required
      />
      <Input
        label="Address"
        {...input('addressLine')}
        autoComplete="street-address"
        maxLength={300}
        hint="House number, street, area."
        required
      />
      <div className={css.pair}>
        <Input
          label="PIN code"
          {...input('pincode')}
          autoComplete="postal-code"
          maxLength={11}
          hint="6 digits in India."
          required
        />
        <Input label="City" {...input('city')} autoComplete="address-level2" maxLength={80} required />
      </div>
      <div className={css.pair}>
        <Input label="State" {...input('state')} list={states} autoComplete="address-level1" maxLength={80} required />
        <StateOptions id={states} country={country} />
        <Input
          label="Country"
          {...field('country')}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
          autoComplete="country-name"
          maxLength={80}
        />
      </div>
      <Checkbox label="Make this my default address" name="isDefault" defaultChecked={old?.isDefault ?? false} />
      {/* A toast lies behind this window on a phone, and is not read out while the window is open. */}
      {failure && (
        <Notice kind="error">
          <strong>Failed to save address.</strong>
          <br />
          {failure.message}
        </Notice>
      )}
      <Button type="submit" busy={busy}>
        {old ? 'Update Address' : 'Save Address'}
      </Button>
    </form>
  );
}
