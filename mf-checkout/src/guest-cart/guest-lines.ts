import type { PersonalisationValue } from '@rangavalli/contracts/entities/personalisation';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { guestCart, MAX_LINES, MAX_QUANTITY, storeGuestCart, type GuestLine } from './guest-cart.js';

type ProductToAdd = Pick<
  AddToCartProps['product'],
  '_id' | 'name' | 'price' | 'sale' | 'stock' | 'sizes' | 'sizeStock'
>;
type LineKey = Pick<GuestLine, 'productId' | 'size' | 'personalisation'>;

/** `short`: fewer than requested are in stock; `full`: no more lines fit; `unavailable`: storage is blocked. */
export type AddResult = 'added' | 'short' | 'full' | 'unavailable';

const isLine =
  (key: LineKey) =>
  (line: LineKey): boolean =>
    lineKeyOf(line) === lineKeyOf(key);

/** Returns a random UUID; `crypto.randomUUID` is missing over plain HTTP. */
export function newMergeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns a line's maximum: lines that share one stock count against each other. */
function maxQuantity(lines: readonly GuestLine[], product: ProductToAdd, key: LineKey): number {
  const others = lines.filter(
    (line) => line.productId === product._id && (!product.sizeStock || line.size === key.size) && !isLine(key)(line),
  );
  return Math.max(
    0,
    Math.min(MAX_QUANTITY, stockOfSize(product, key.size) - others.reduce((sum, { quantity }) => sum + quantity, 0)),
  );
}

/**
 * Adds a product to the guest's cart, up to its stock.
 * @param how `add` to the existing quantity, or set it to `atLeast` the quantity (idempotent)
 */
export function addGuestLine(
  product: ProductToAdd,
  size: string,
  quantity: number,
  how: 'add' | 'atLeast',
  personalisation?: readonly PersonalisationValue[],
): AddResult {
  const cart = guestCart();
  const { _id: productId, name } = product;
  const key = { productId, size, ...(personalisation?.length ? { personalisation: [...personalisation] } : {}) };
  const existing = cart.lines.find(isLine(key));
  const inCart = existing?.quantity ?? 0;
  if (!existing && cart.lines.length >= MAX_LINES) return 'full';
  const requested = how === 'add' ? inCart + quantity : Math.max(inCart, quantity);
  const accepted = Math.min(requested, Math.max(inCart, maxQuantity(cart.lines, product, key)));
  const line: GuestLine = { ...key, quantity: accepted, name, price: currentPrice(product) };
  const lines = existing ? cart.lines.map((one) => (one === existing ? line : one)) : [...cart.lines, line];
  if (accepted > 0 && !storeGuestCart({ ...cart, id: cart.id || newMergeId(), lines })) return 'unavailable';
  return accepted < requested ? 'short' : 'added';
}

/** Sets a line's quantity and its current price, in rupees per unit. */
export function setGuestQuantity(key: LineKey, quantity: number, price: number): void {
  const cart = guestCart();
  storeGuestCart({
    ...cart,
    lines: cart.lines.map((line) => (isLine(key)(line) ? { ...line, quantity, price } : line)),
  });
}

export function removeGuestLines(shouldRemove: (line: GuestLine) => boolean): void {
  const cart = guestCart();
  const lines = cart.lines.filter((line) => !shouldRemove(line));
  if (lines.length < cart.lines.length) storeGuestCart({ ...cart, lines });
}

export const removeGuestLine = (key: LineKey): void => removeGuestLines(isLine(key));
