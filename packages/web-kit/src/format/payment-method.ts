/** Returns a payment method of Razorpay as it stands within a sentence: `card`, `UPI`. */
export const methodName = (method: string): string =>
  method === 'upi' || method === 'emi' ? method.toUpperCase() : method;

/** Returns it as a text of its own: `Card`, `UPI`. */
export const methodTitle = (method: string): string => method.charAt(0).toUpperCase() + methodName(method).slice(1);
