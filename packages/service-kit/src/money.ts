/** The one place where rupees become paise and back (rule 1). */

/** Rupees with at most two decimals, as documented calls carry them, to integer paise. */
export const rupeesToPaise = (rupees: number): number => Math.round(rupees * 100);

/** Integer paise to rupees for a documented call. */
export const paiseToRupees = (paise: number): number => paise / 100;
