import { useEffect } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import css from './Checkout.module.css';
import { messages } from './messages.js';

interface SavedAddressesProps {
  /** Id of the selected address, or empty. */
  chosen: string;
  onChoose: (address: Address | undefined) => void;
  onLoaded: (addresses: readonly Address[]) => void;
}

/** Fills the form from a saved address; hidden if there are none. */
export function SavedAddresses({ chosen, onChoose, onLoaded }: SavedAddressesProps) {
  const {
    data: addresses,
    error,
    reload,
  } = useQuery('addresses', async (signal) => (await call('GET /address', {}, { signal })).addresses);
  useEffect(() => {
    if (addresses) onLoaded(addresses);
  }, [addresses, onLoaded]);

  if (error) {
    return (
      <p className={css.note} role="status">
        {messages.addressesFailed}{' '}
        <Button look="quiet" onClick={reload}>
          Try again
        </Button>
      </p>
    );
  }
  if (!addresses?.length) return null;
  return (
    <div className={css.saved}>
      <Select
        label="Saved address"
        value={chosen}
        onChange={({ target }) => onChoose(addresses.find(({ _id }) => _id === target.value))}
      >
        <option value="">Enter an address below</option>
        {addresses.map((saved) => (
          <option key={saved._id} value={saved._id}>
            {[saved.fullName, saved.addressLine, saved.city, saved.pincode].join(', ')}
          </option>
        ))}
      </Select>
    </div>
  );
}
