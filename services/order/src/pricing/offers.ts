import { apportion, roundedShare, sum } from './apportion.js';

/** A reduction that the order qualifies for. */
export type AppliedOffer = { code: string } & (
  | { kind: 'percent'; basisPoints: number }
  | { kind: 'amount'; paise: number }
  | { kind: 'free_shipping' }
);

/**
 * Applies the offers one after another, each to what the previous ones left, by value of the lines. No line becomes
 * negative.
 * @param grossPaise of each line
 * @returns the net value of each line
 */
export function applyOffers(
  grossPaise: readonly number[],
  offers: readonly AppliedOffer[],
): { netPaise: number[]; isShippingFree: boolean } {
  let netPaise = [...grossPaise];
  for (const offer of offers) {
    const shares = apportion(reductionOf(offer, sum(netPaise)), netPaise);
    netPaise = netPaise.map((paise, index) => paise - (shares[index] ?? 0));
  }
  return { netPaise, isShippingFree: offers.some(({ kind }) => kind === 'free_shipping') };
}

function reductionOf(offer: AppliedOffer, valuePaise: number): number {
  if (offer.kind === 'percent') return Math.min(roundedShare(valuePaise, offer.basisPoints, 10_000), valuePaise);
  return offer.kind === 'amount' ? Math.min(offer.paise, valuePaise) : 0;
}
