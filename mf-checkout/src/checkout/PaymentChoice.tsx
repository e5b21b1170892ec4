import { useEffect } from 'react';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { Method } from './payment-choice.js';

interface PaymentChoiceProps {
  /** Of what the totals depend on; another one loads them again. */
  version: string;
  /** The last that were loaded. */
  offers: readonly MethodOffer[] | undefined;
  /** A complete PIN code; undefined before it is entered. */
  pincode: string | undefined;
  method: Method;
  disabled: boolean;
  onChoose: (method: Method) => void;
  onLoaded: (offers: readonly MethodOffer[]) => void;
}

/** Online or cash on delivery; hidden where only online is offered. Until it is loaded, payments are online. */
export function PaymentChoice({ version, offers, pincode, method, disabled, onChoose, onLoaded }: PaymentChoiceProps) {
  const key = `payment methods ${pincode ?? ''} ${version}`;
  const { data } = useQuery(
    key,
    (signal) => call('GET /payments/methods', { query: pincode ? { pincode } : {} }, { signal }),
    { onServer: false },
  );
  useEffect(() => {
    if (data) onLoaded(data.methods);
  }, [data, onLoaded]);
  const cod = offers?.find((offer) => offer.method === 'cod');
  if (!cod || cod.reason === 'disabled') return null;
  const card = (name: Method, label: string, note?: string, isAvailable = true) => (
    <label className={css.card}>
      <input
        type="radio"
        name="payment-method"
        value={name}
        checked={method === name}
        disabled={disabled || !isAvailable}
        onChange={() => onChoose(name)}
      />
      <span>
        <span>{label}</span>
        {note && <span className={css.note}>{note}</span>}
      </span>
    </label>
  );
  return (
    <section aria-labelledby="payment-heading">
      <h2 id="payment-heading" className={css.heading}>
        {messages.payment}
      </h2>
      <fieldset className={css.saved} aria-labelledby="payment-heading">
        {card('online', messages.payOnline, messages.payOnlineNote)}
        {card(
          'cod',
          cod.fee > 0 ? messages.cashWithFee(formatRupees(cod.fee)) : messages.cash,
          cod.isAvailable ? messages.cashNote : cod.message,
          cod.isAvailable,
        )}
      </fieldset>
    </section>
  );
}
