import type { QuotedLine } from '@rangavalli/contracts/entities/quote';

/** Paise. The taxable value, the taxes and the rounding add up to the refund. */
export interface LineRefund extends Pick<
  QuotedLine,
  'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'roundOffPaise'
> {
  refundPaise: number;
}

/**
 * Computes the refund of units of a line that are cancelled or returned: their share of what was paid for the line. In
 * any sequence the refunds of all units add up to exactly that.
 * @param refundedUnits of the line so far
 * @param units to refund now
 * @throws RangeError when the line has no such units left
 */
export function computeLineRefund(line: QuotedLine, refundedUnits: number, units: number): LineRefund {
  const after = refundedUnits + units;
  if (![refundedUnits, units].every(Number.isSafeInteger) || refundedUnits < 0 || units < 1 || after > line.quantity)
    throw new RangeError(`cannot refund ${units} units of ${line.quantity} after ${refundedUnits}`);
  const shareOf = (paise: number): number =>
    Math.floor((paise * after) / line.quantity) - Math.floor((paise * refundedUnits) / line.quantity);
  const refundPaise = shareOf(line.paidPaise);
  const amountPaise = shareOf(line.paidPaise - line.roundOffPaise);
  const cgstPaise = shareOf(line.cgstPaise);
  const sgstPaise = shareOf(line.sgstPaise);
  const igstPaise = shareOf(line.igstPaise);
  return {
    refundPaise,
    taxablePaise: amountPaise - cgstPaise - sgstPaise - igstPaise,
    cgstPaise,
    sgstPaise,
    igstPaise,
    roundOffPaise: refundPaise - amountPaise,
  };
}
