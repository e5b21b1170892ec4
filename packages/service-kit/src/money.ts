/** The one place where rupees become paise and back (rule 1), and are written out for people. */

/** Rupees with at most two decimals, as documented calls carry them, to integer paise. */
export const rupeesToPaise = (rupees: number): number => Math.round(rupees * 100);

/** Integer paise to rupees for a documented call. */
export const paiseToRupees = (paise: number): number => paise / 100;

const format = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Integer paise as people in India write the amount, in letters and in the audit log: ₹1,25,000, or ₹99.50 where there are paise. */
export const formatPaise = (paise: number): string => format.format(paiseToRupees(paise));
