import { useState, type FormEvent } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Input } from '@rangavalli/web-kit/ui/Field';
import form from '../../notice/form.module.css';

interface AddressDialogProps {
  /** The address to edit, `new` for a new one, nothing while the window is closed. */
  address: Address | 'new' | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The address form (specification §5): the window closes when it was saved. */
export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const old = address === 'new' ? undefined : address;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '');
    const body = {
      fullName: text('fullName'), phone: text('phone'), pincode: text('pincode'), addressLine: text('addressLine'),
      city: text('city'), state: text('state'), country: text('country'), isDefault: fields.has('isDefault'),
    };
    setBusy(true);
    setWrong({});
    try {
      if (old) await call('PUT /address/{id}', { params: { id: old._id }, body });
      else await call('POST /address', { body });
      toast.success(old ? 'Address updated' : 'Address added');
      onSaved();
    } catch (error) {
      setWrong((asApiError(error).details?.['fields'] as Record<string, string> | undefined) ?? {});
      toast.error('Failed to save address.');
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof Address) => ({ name, defaultValue: String(old?.[name] ?? ''), error: wrong[name], maxLength: 300 });

  return (
    <Dialog title={old ? 'Edit Address' : 'Add New Address'} open={address !== undefined} onClose={onClose}>
      <form key={old?._id ?? 'new'} className={form.form} onSubmit={(event) => void save(event)}>
        <Input label="Full name" {...field('fullName')} autoComplete="name" required />
        <Input label="Phone" {...field('phone')} type="tel" autoComplete="tel" required />
        <Input label="Address" {...field('addressLine')} autoComplete="street-address" required />
        <div className={form.pair}>
          <Input label="City" {...field('city')} autoComplete="address-level2" required />
          <Input label="State" {...field('state')} autoComplete="address-level1" required />
        </div>
        <div className={form.pair}>
          <Input label="PIN code" {...field('pincode')} inputMode="numeric" autoComplete="postal-code" required />
          <Input label="Country" {...field('country')} defaultValue={old?.country ?? 'India'} autoComplete="country-name" />
        </div>
        <Checkbox label="Make this my default address" name="isDefault" defaultChecked={old?.isDefault ?? false} />
        <Button type="submit" busy={busy}>{old ? 'Update Address' : 'Save Address'}</Button>
      </form>
    </Dialog>
  );
}
