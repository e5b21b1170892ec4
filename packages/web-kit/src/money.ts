const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** An amount of rupees as people in India write it: ₹1,25,000, or ₹99.50 where there are paise. */
export const formatRupees = (rupees: number): string => (Number.isInteger(rupees) ? whole : exact).format(rupees);
