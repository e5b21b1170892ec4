import type { CouponProblem } from '@rangavalli/contracts/entities/quote';
import { type ErrorCode, errors } from '@rangavalli/contracts/errors';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { formatPaise } from '@rangavalli/service-kit/money';
import { sum } from '../pricing/apportion.js';
import type { AppliedOffer } from '../pricing/offers.js';
import type { QuoteLine } from '../pricing/quote.js';
import type { Groups } from './group-members.service.js';
import { describeMethods } from './describe-methods.js';
import type { OfferRecord } from './offer.schema.js';
import type { UseRefusal } from './offer-uses.service.js';

export type OfferTerms = Omit<OfferRecord, 'outbox' | 'revision' | 'createdAt' | 'updatedAt'>;

/** An offer and what is known of its uses and the customer. */
export interface Candidate {
  terms: OfferTerms;
  useRefusal?: UseRefusal | undefined;
  /** False for guests, who may have ordered before. */
  isFirstOrder: boolean;
  /** Of its groups; undefined when it is for all, or they are unknown now. */
  groups?: Groups | undefined;
}

interface Cart {
  lines: readonly QuoteLine[];
  method: PaymentMethod;
  at: Date;
}

const KINDS = ['buy_x_get_y', 'percent', 'amount', 'free_shipping'] as const satisfies OfferTerms['kind'][];

/** Returns the indices of the lines that an offer is for. */
function eligibleLines({ categories, tags }: OfferTerms, lines: readonly QuoteLine[]): number[] {
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
  const isAny = categories.length === 0 && wanted.size === 0;
  return lines.flatMap((line, index) =>
    isAny || categories.includes(line.category) || line.tags?.some((tag) => wanted.has(tag.toLowerCase()))
      ? [index]
      : [],
  );
}

/** Returns why a cart does not qualify for an offer. */
export function problemOf(
  { terms, useRefusal, isFirstOrder, groups }: Candidate,
  { lines, method, at }: Cart,
): CouponProblem | undefined {
  if (terms.endsAt && terms.endsAt <= at) return problem('COUPON_EXPIRED');
  if (terms.startsAt > at)
    return problem('COUPON_NOT_STARTED', `This coupon is valid from ${formatDate(terms.startsAt)}.`);
  const groupProblem = terms.groups && problemOfGroups(terms.groups, groups);
  if (groupProblem) return groupProblem;
  if (useRefusal) return problem(useRefusal);
  if (terms.firstOrderOnly && !isFirstOrder) return problem('COUPON_FIRST_ORDER');
  if (terms.methods && !terms.methods.includes(method))
    return problem('COUPON_METHOD', `This coupon applies when you ${describeMethods(terms.methods)}.`);
  const eligible = eligibleLines(terms, lines).flatMap((index) => lines[index] ?? []);
  if (eligible.length === 0) return problem('COUPON_NOT_APPLICABLE');
  const missingPaise =
    (terms.minSubtotalPaise ?? 0) - sum(eligible.map((line) => line.quantity * unitPriceAt(line, at)));
  if (missingPaise > 0)
    return problem('COUPON_MINIMUM', `Add items for ${formatPaise(missingPaise)} more to use this coupon.`, {
      missingPaise,
    });
  const missingUnits = (terms.buyUnits ?? 0) + (terms.getUnits ?? 0) - sum(eligible.map(({ quantity }) => quantity));
  if (terms.kind !== 'buy_x_get_y' || missingUnits <= 0) return undefined;
  const items = missingUnits === 1 ? '1 more item' : `${missingUnits} more items`;
  return problem('COUPON_MINIMUM', `Add ${items} to use this coupon.`, { missingUnits });
}

function problemOfGroups(ids: readonly string[], groups: Groups | undefined): CouponProblem | undefined {
  if (!groups) return problem('COUPON_GROUP', 'We cannot check this coupon right now. Please try again in a minute.');
  const found = ids.flatMap((id) => groups.get(id) ?? []);
  if (found.some(({ isMember }) => isMember)) return undefined;
  // Without a name when the groups were deleted.
  const names = found.map(({ name }) => name).join(' or ');
  return names ? problem('COUPON_GROUP', `This coupon is for members of ${names}.`) : problem('COUPON_GROUP');
}

/**
 * Chooses the offers that cost the customer least: all that can be combined together, or one that cannot. Of equal ones
 * those with the coupon.
 * @param qualified without problems
 * @param totalOf what the cart costs with offers
 */
export function chooseOffers(
  qualified: readonly OfferTerms[],
  coupon: string | undefined,
  totalOf: (offers: readonly OfferTerms[]) => number,
): readonly OfferTerms[] {
  const sorted = qualified.toSorted(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (String(a._id) < String(b._id) ? -1 : 1),
  );
  const choices = [
    sorted.filter(({ isStackable }) => isStackable),
    ...sorted.filter(({ isStackable }) => !isStackable).map((offer) => [offer]),
  ].map((offers) => ({
    offers,
    totalPaise: totalOf(offers),
    hasCoupon: offers.some(({ code }) => code !== undefined && code === coupon),
  }));
  const best = choices.toSorted((a, b) => a.totalPaise - b.totalPaise || Number(b.hasCoupon) - Number(a.hasCoupon));
  return best[0]?.offers ?? [];
}

export function toApplied(terms: OfferTerms, lines: readonly QuoteLine[]): AppliedOffer {
  const { code, title, kind, methods, value = 0, buyUnits: buy = 1, getUnits: get = 1 } = terms;
  const eligible = eligibleLines(terms, lines);
  const common = {
    code,
    title,
    ...(methods ? { methods } : {}),
    ...(eligible.length < lines.length ? { lines: eligible } : {}),
  };
  if (kind === 'percent') return { ...common, kind, basisPoints: value };
  if (kind === 'amount') return { ...common, kind, paise: value };
  if (kind === 'buy_x_get_y') return { ...common, kind, buy, get, basisPoints: value };
  return { ...common, kind };
}

export const problem = (
  code: Extract<ErrorCode, `COUPON_${string}`>,
  message: string = errors[code].message,
  details?: Record<string, unknown>,
): CouponProblem => ({ code, message, ...(details ? { details } : {}) });

const dateFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const formatDate = (date: Date): string => dateFormat.format(date);
