const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** ₹1,25,000, or ₹99.50 with paise. */
export const formatRupees = (rupees: number): string => (Number.isInteger(rupees) ? whole : exact).format(rupees);
