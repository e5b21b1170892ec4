import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import css from './Delivery.module.css';
import { messages } from '../delivery/messages.js';

interface DeliveryPromiseTextProps {
  promise: DeliveryPromise;
  /** Of the goods, rupees; without it the charge is not named, because a quote beside it does. */
  value?: number | undefined;
}

/** Date, cash on delivery, charge and festival of a delivery, for a PIN code that is served. */
export function DeliveryPromiseText({
  promise: { pincode, city, to, cod, shipping, festival },
  value,
}: DeliveryPromiseTextProps) {
  // Without a PIN code, only what makes shoppers enter theirs.
  if (!pincode) return festival && <p className={css.festival}>{messages.arrivesBefore(festival, city)}</p>;
  const charged = value === undefined ? undefined : shipping;
  const missing = charged?.charge && charged.freeFrom !== undefined ? charged.freeFrom - (value ?? 0) : 0;
  return (
    <>
      {to && <p className={css.date}>{messages.deliveredBy(to)}</p>}
      {festival && <p className={css.festival}>{messages.arrivesBefore(festival)}</p>}
      <ul className={css.facts}>
        {charged && <li>{charged.charge > 0 ? messages.charge(charged.charge) : messages.free}</li>}
        {missing > 0 && <li>{messages.addForFree(missing)}</li>}
        {/* Beside a quote, offers may allow it: its payment methods decide. */}
        {(cod || charged) && <li>{cod ? messages.cod : messages.prepaid}</li>}
      </ul>
    </>
  );
}
