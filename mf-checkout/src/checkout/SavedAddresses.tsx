import { useEffect } from 'react';
import type { Address } from '@rangavalli/contracts/entities/address';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
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
  const card = (id: string, content: readonly string[], address?: Address) => (
    <label key={id} className={css.card}>
      <input type="radio" name="saved-address" value={id} checked={chosen === id} onChange={() => onChoose(address)} />
      <span>
        {content.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </span>
    </label>
  );
  return (
    <fieldset className={css.saved}>
      <legend>{messages.savedAddresses}</legend>
      {addresses.map((saved) =>
        card(saved._id, [saved.fullName, saved.addressLine, `${saved.city} ${saved.pincode}`], saved),
      )}
      {card('', [messages.newAddress])}
    </fieldset>
  );
}
