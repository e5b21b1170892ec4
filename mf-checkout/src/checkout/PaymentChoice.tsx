import { useEffect, useState } from 'react';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Checkbox } from '@rangavalli/web-kit/ui/Field';
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
  /** The customer wants to spend store credit. */
  useCredit: boolean;
  disabled: boolean;
  onChoose: (method: Method) => void;
  onLoaded: (offers: readonly MethodOffer[]) => void;
  onUseCredit: (useCredit: boolean) => void;
}

/** How to pay; hidden where only online is offered, without EMI. Until it is loaded, payments are online. */
export function PaymentChoice({
  version,
  offers,
  pincode,
  method,
  useCredit,
  disabled,
  onChoose,
  onLoaded,
  onUseCredit,
}: PaymentChoiceProps) {
  const key = `payment methods ${pincode ?? ''} ${useCredit} ${version}`;
  const query = { ...(pincode ? { pincode } : {}), ...(useCredit ? { useCredit: 'true' as const } : {}) };
  const { data } = useQuery(key, (signal) => call('GET /payments/methods', { query }, { signal }), { onServer: false });
  useEffect(() => {
    if (data) onLoaded(data.methods);
  }, [data, onLoaded]);
  const [credit, setCredit] = useState(0);
  useEffect(() => {
    if (data) setCredit(data.credit ?? 0);
  }, [data]);
  const part = offers?.find((offer) => offer.method === 'part');
  const cod = offers?.find((offer) => offer.method === 'cod');
  const online = offers?.find((offer) => offer.method === 'online');
  const isCovered = online?.payNow === undefined && useCredit;
  // Of an offer for online payments.
  const saving = cod && online ? cod.totalAmount - cod.fee - online.totalAmount : 0;
  const hasCash = cod && cod.reason !== 'disabled';
  if (!hasCash && credit === 0 && !online?.hasEmi) return null;
  const onlineNote = [
    messages.payOnlineNote,
    saving >= 1 && messages.saving(formatRupees(saving)),
    online?.hasEmi && messages.emi,
  ]
    .filter(Boolean)
    .join('. ');
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
      {credit > 0 && (
        <Checkbox
          label={messages.useCredit(formatRupees(credit))}
          checked={useCredit}
          disabled={disabled}
          onChange={({ target }) => onUseCredit(target.checked)}
        />
      )}
      {!hasCash && online?.hasEmi && <p className={css.note}>{onlineNote}</p>}
      {hasCash && !isCovered && (
        <fieldset className={css.saved} aria-labelledby="payment-heading">
          {card('online', messages.payOnline, onlineNote)}
          {part?.isAvailable &&
            card(
              'part',
              messages.part(formatRupees(part.payNow ?? 0)),
              messages.partNote(formatRupees(part.dueOnDelivery ?? 0)),
            )}
          {card(
            'cod',
            cod.fee > 0 ? messages.cashWithFee(formatRupees(cod.fee)) : messages.cash,
            cod.isAvailable ? messages.cashNote : cod.message,
            cod.isAvailable,
          )}
        </fieldset>
      )}
    </section>
  );
}
