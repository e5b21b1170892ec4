import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import { StateOptions } from '@rangavalli/web-kit/ui/StateOptions';
import form from '../../notice/form.module.css';
import { Notice } from '../../notice/Notice.js';
import { addressErrors, type AddressErrors, type AddressForm } from './address-form.js';

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
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<AddressErrors>({});
  const [failure, setFailure] = useState<ApiError>();
  const [country, setCountry] = useState(old?.country ?? 'India');
  const element = useRef<HTMLFormElement>(null);
  const states = useId();

  useEffect(() => {
    if (Object.keys(wrong).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: keyof AddressForm) => String(fields.get(name) ?? '').trim();
    const written: AddressForm = {
      fullName: text('fullName'), phone: text('phone'), addressLine: text('addressLine'), city: text('city'),
      state: text('state'), pincode: text('pincode'), country: text('country'),
    };
    const errors = addressErrors(written);
    setWrong(errors);
    setFailure(undefined);
    if (Object.keys(errors).length > 0) return;
    const body = { ...written, isDefault: fields.has('isDefault') };
    setBusy(true);
    try {
      if (old) await call('PUT /address/{id}', { params: { id: old._id }, body });
      else await call('POST /address', { body });
      toast.success(old ? 'Address updated' : 'Address added');
      onSaved();
    } catch (error) {
      const refusal = asApiError(error);
      setFailure(refusal);
      setWrong((refusal.details?.['fields'] as AddressErrors | undefined) ?? {});
      toast.error('Failed to save address.');
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof AddressForm) => ({ name, defaultValue: old?.[name] ?? '', error: wrong[name] });

  return (
    <form ref={element} className={form.form} noValidate onSubmit={(event) => void save(event)}>
      <Input label="Full name" {...field('fullName')} autoComplete="name" maxLength={120} required />
      <Input label="Phone" {...field('phone')} type="tel" autoComplete="tel" maxLength={24} hint="10 digits; the courier calls it." required />
      <Input label="Address" {...field('addressLine')} autoComplete="street-address" maxLength={300} hint="House number, street, area." required />
      <div className={form.pair}>
        <Input label="City" {...field('city')} autoComplete="address-level2" maxLength={80} required />
        <Input label="State" {...field('state')} list={states} autoComplete="address-level1" maxLength={80} required />
        <StateOptions id={states} country={country} />
      </div>
      <div className={form.pair}>
        <Input label="PIN code" {...field('pincode')} autoComplete="postal-code" maxLength={11} required />
        <Input label="Country" name="country" value={country} onChange={({ target }) => setCountry(target.value)} error={wrong.country} autoComplete="country-name" maxLength={80} />
      </div>
      <Checkbox label="Make this my default address" name="isDefault" defaultChecked={old?.isDefault ?? false} />
      {/* A toast lies behind this window on a phone, and is not read out while the window is open. */}
      {failure && <Notice kind="error"><strong>Failed to save address.</strong><br />{failure.message}</Notice>}
      <Button type="submit" busy={busy}>{old ? 'Update Address' : 'Save Address'}</Button>
    </form>
  );
}
