import { type ChangeEvent, useState } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { isIndia } from '@rangavalli/contracts/india';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { usePinPlace } from '@rangavalli/web-kit/data/use-pin-place';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import { StateField } from '@rangavalli/web-kit/ui/StateField';
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

type Place = Pick<AddressForm, 'pincode' | 'city' | 'state' | 'country'>;

/** Specification §4, §5. The PIN code fills in city and state. */
export function AddressDialog({ saved, onClose, onSaved }: AddressDialogProps) {
  const [place, setPlace] = useState<Place>({
    pincode: saved?.pincode ?? '',
    city: saved?.city ?? '',
    state: saved?.state ?? '',
    country: saved?.country ?? 'India',
  });
  const { form, field, busy, failure, revalidate } = useForm({
    fields: addressFields,
    validate: (values) => ({ ...addressErrors(values), ...(pin.error ? { pincode: pin.error } : {}) }),
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
  const pin = usePinPlace(place, (found) => {
    setPlace((old) => ({ ...old, ...found }));
    revalidate();
  });
  const input = (name: keyof AddressForm) => ({ ...field(name), defaultValue: saved?.[name] ?? '' });
  const placeInput = (name: keyof Place) => ({
    ...field(name),
    value: place[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setPlace((old) => ({ ...old, [name]: target.value })),
  });

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
        <div className={css.pair}>
          <Input
            label={messages.pincode}
            {...placeInput('pincode')}
            {...(pin.error ? { error: pin.error } : {})}
            inputMode={isIndia(place.country) ? 'numeric' : 'text'}
            autoComplete="postal-code"
            maxLength={11}
            hint={pin.hint ?? messages.pincodeHint}
            required
          />
          <Input label={messages.country} {...placeInput('country')} autoComplete="country-name" maxLength={80} />
        </div>
        <Input
          label={messages.address}
          {...input('addressLine')}
          autoComplete="street-address"
          maxLength={300}
          hint={messages.addressHint}
          required
        />
        <div className={css.pair}>
          <Input label={messages.city} {...placeInput('city')} autoComplete="address-level2" maxLength={80} required />
          <StateField
            {...field('state')}
            value={place.state}
            country={place.country}
            onChange={(state) => setPlace((old) => ({ ...old, state }))}
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
