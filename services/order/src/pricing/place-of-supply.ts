const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/;

/** Checks the format and the check character of a GST number, in upper case. */
export function isGstin(text: string): boolean {
  if (!GSTIN.test(text)) return false;
  const values = [...text].map((character) => Number.parseInt(character, 36));
  const check = values.pop();
  let total = 0;
  for (const [index, value] of values.entries()) {
    const product = value * (index % 2 === 0 ? 1 : 2);
    total += Math.floor(product / 36) + (product % 36);
  }
  return check === (36 - (total % 36)) % 36;
}

/**
 * Returns the GST state code that decides between CGST with SGST and IGST: the state in which a business is registered,
 * else the state of the delivery, else, while it is not known, the shop's.
 * @param buyer `gstin` must be valid
 */
export function findPlaceOfSupply(
  buyer: { gstin?: string | undefined; deliveryStateCode?: string | undefined },
  shopStateCode: string,
): string {
  return buyer.gstin?.slice(0, 2) ?? buyer.deliveryStateCode ?? shopStateCode;
}
