import type { Offer } from '@rangavalli/contracts/entities/offer';
import { formatPeriodTime } from '@rangavalli/web-kit/format/india-time';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { messages } from './messages.js';

const ALL_PERCENT = 100;

/** Returns the reduction in the words of the server, which are an offer's title when it has none of its own. */
export function describeReduction({ kind, value = 0, buy = 1, get = 1 }: Offer): string {
  const percent = messages.percentOff(value);
  if (kind === 'percent') return percent;
  if (kind === 'amount') return messages.amountOff(formatRupees(value));
  if (kind === 'free_shipping') return messages.freeDelivery;
  return messages.bundle(buy, get, value === ALL_PERCENT ? messages.free : messages.at(percent));
}

/** Returns the reduction with the sum that it needs. */
export function describeOffer(offer: Offer): string {
  const reduction = describeReduction(offer);
  return offer.minSubtotal ? messages.onOrdersFrom(reduction, formatRupees(offer.minSubtotal)) : reduction;
}

export const describePeriod = ({ startsAt, endsAt }: Offer): string => {
  const start = formatPeriodTime(startsAt, 'start');
  return endsAt ? messages.between(start, formatPeriodTime(endsAt, 'end')) : messages.from(start);
};
