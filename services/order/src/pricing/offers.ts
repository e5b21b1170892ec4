import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import { apportion, roundedShare, sum } from './apportion.js';

/** A reduction that the order qualifies for. */
export type AppliedOffer = {
  code?: string | undefined;
  title?: string | undefined;
  /** The ways to pay that it is for, when it is not for all. */
  methods?: readonly PaymentMethod[] | undefined;
  /** Indices of the lines that it is for; all when missing. */
  lines?: readonly number[] | undefined;
} & (
  | { kind: 'percent'; basisPoints: number }
  | { kind: 'amount'; paise: number }
  | { kind: 'free_shipping' }
  /** Of every `buy` + `get` units the `get` cheapest cost less. */
  | { kind: 'buy_x_get_y'; buy: number; get: number; basisPoints: number }
);

interface PricedUnits {
  /** Decides between lines of the same price, so that the order of the lines does not matter. */
  key: string;
  unitPaise: number;
  quantity: number;
}

interface OfferResult {
  /** Of each line. */
  netPaise: number[];
  /** Of each offer. */
  discountPaise: number[];
  isShippingFree: boolean;
}

/**
 * Applies the offers one after another, each to what the previous ones left, by value of its lines. No line becomes
 * negative.
 * @param leastPaise what all lines together cost at least, unless their prices are below it
 */
export function applyOffers(
  lines: readonly PricedUnits[],
  offers: readonly AppliedOffer[],
  leastPaise: number,
): OfferResult {
  let netPaise = lines.map(({ unitPaise, quantity }) => unitPaise * quantity);
  const discountPaise = offers.map((offer) => {
    const isFor = (index: number): boolean => !offer.lines || offer.lines.includes(index);
    const base = netPaise.map((paise, index) => (isFor(index) ? paise : 0));
    const wanted = reductionsOf(offer, base, lines);
    const total = Math.min(sum(wanted), Math.max(0, sum(netPaise) - leastPaise));
    const reductions = total === 0 ? wanted.map(() => 0) : apportion(total, wanted);
    netPaise = netPaise.map((paise, index) => paise - (reductions[index] ?? 0));
    return total;
  });
  return { netPaise, discountPaise, isShippingFree: offers.some(({ kind }) => kind === 'free_shipping') };
}

/** @param base what the lines of the offer cost; zero for the others */
function reductionsOf(offer: AppliedOffer, base: readonly number[], lines: readonly PricedUnits[]): number[] {
  const value = sum(base);
  switch (offer.kind) {
    case 'percent':
      return apportion(Math.min(roundedShare(value, offer.basisPoints, 10_000), value), base);
    case 'amount':
      return apportion(Math.min(offer.paise, value), base);
    case 'free_shipping':
      return base.map(() => 0);
    case 'buy_x_get_y':
      return reduceCheapest(offer, base, lines);
  }
}

function reduceCheapest(
  { buy, get, basisPoints, lines: eligible }: Extract<AppliedOffer, { kind: 'buy_x_get_y' }>,
  base: readonly number[],
  lines: readonly PricedUnits[],
): number[] {
  const cheapestFirst = lines
    .map((line, index) => ({ ...line, index }))
    .filter(({ index }) => !eligible || eligible.includes(index))
    .toSorted((a, b) => a.unitPaise - b.unitPaise || (a.key < b.key ? -1 : 1));
  let left = Math.floor(sum(cheapestFirst.map(({ quantity }) => quantity)) / (buy + get)) * get;
  const reductions = base.map(() => 0);
  for (const { index, unitPaise, quantity } of cheapestFirst) {
    const units = Math.min(quantity, left);
    left -= units;
    reductions[index] = Math.min(base[index] ?? 0, units * roundedShare(unitPaise, basisPoints, 10_000));
  }
  return reductions;
}
