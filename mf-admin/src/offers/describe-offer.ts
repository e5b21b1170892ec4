import type { Offer } from '@rangavalli/contracts/entities/offer';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { messages } from './messages.js';

const ALL_PERCENT = 100;
const DAY_MS = 86_400_000;
const IST_OFFSET_MS = 19_800_000;
const timeZone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const dayAndTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });

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

/** In IST. An offer that begins or ends at midnight is for whole days. */
export const describePeriod = ({ startsAt, endsAt }: Offer): string => {
  const start = describeTime(new Date(startsAt), 'start');
  return endsAt ? messages.between(start, describeTime(new Date(endsAt), 'end')) : messages.from(start);
};

function describeTime(time: Date, which: 'start' | 'end'): string {
  const isMidnight = (time.getTime() + IST_OFFSET_MS) % DAY_MS === 0;
  if (!isMidnight) return dayAndTime.format(time);
  return day.format(which === 'start' ? time : time.getTime() - 1);
}
