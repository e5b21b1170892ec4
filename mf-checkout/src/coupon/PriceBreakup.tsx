import type { Quote } from '@rangavalli/contracts/entities/quote';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import css from './CouponBox.module.css';
import { messages } from './messages.js';

const fromPaise = (paise: number): string => formatRupees(paise / 100);

interface PriceBreakupProps {
  quote: Quote;
  /** The quote has the charge of the customer's PIN code. */
  hasPin: boolean;
  total?: string;
}

/** Every charge of an order, before it is paid as the E-Commerce Rules require. */
export function PriceBreakup({ quote, hasPin, total = messages.youPay }: PriceBreakupProps) {
  const {
    missingForFreeDeliveryPaise = 0,
    offers = [],
    subtotalPaise,
    discountPaise,
    shippingPaise,
    codFeePaise,
    roundOffPaise,
    taxPaise,
  } = quote;
  // Without a PIN code the charge for delivery is not known.
  const isShippingKnown = hasPin || shippingPaise > 0;
  const rows: [name: string, amount: string][] = [
    [messages.items, fromPaise(subtotalPaise)],
    ...offers.map(({ title, discountPaise: saved, methods }): [string, string] => [
      methods ? messages.titleOf(title, methods) : title,
      saved > 0 ? messages.discount(fromPaise(saved)) : messages.applies,
    ]),
    ...(isShippingKnown
      ? [[messages.delivery, shippingPaise > 0 ? fromPaise(shippingPaise) : messages.free] satisfies [string, string]]
      : []),
    ...(codFeePaise > 0 ? [[messages.codFee, fromPaise(codFeePaise)] satisfies [string, string]] : []),
    ...(roundOffPaise === 0 ? [] : [[messages.rounding, fromPaise(roundOffPaise)] satisfies [string, string]]),
  ];
  return (
    <>
      {rows.map(([name, amount]) => (
        <p key={name} className={css.row}>
          <span>{name}</span>
          <span>{amount}</span>
        </p>
      ))}
      <p className={css.row}>
        <strong>{total}</strong>
        <strong>{fromPaise(quote.totalPaise)}</strong>
      </p>
      {missingForFreeDeliveryPaise > 0 && (
        <p className={css.note}>{messages.addForFree(fromPaise(missingForFreeDeliveryPaise))}</p>
      )}
      <p className={css.note}>
        {discountPaise > 0 && `${messages.youSave(fromPaise(discountPaise))} · `}
        {taxPaise > 0 ? messages.withTaxesOf(fromPaise(taxPaise)) : messages.withTaxes}
      </p>
    </>
  );
}
