import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { guestCart, MAX_LINES, MAX_PIECES, storeGuestCart, type GuestLine } from './guest-cart.js';

type Bought = Pick<AddToCartProps['product'], '_id' | 'name' | 'price' | 'stock' | 'sizes' | 'sizeStock'>;
type LineKey = Pick<GuestLine, 'productId' | 'size'>;

/** `short`: fewer than wished, for there are no more; `full`: no room for another line; `unkept`: this browser keeps nothing. */
export type Keeping = 'kept' | 'short' | 'full' | 'unkept';

const isLine =
  (key: LineKey) =>
  (line: LineKey): boolean =>
    line.productId === key.productId && line.size === key.size;

/** A random UUID. `crypto.randomUUID` is missing where the shop is opened over plain HTTP. */
export function newMergeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The most that a line may have: sizes that share the product's one stock count against each other. */
function roomFor(lines: readonly GuestLine[], product: Bought, size: string): number {
  const others = product.sizeStock ? [] : lines.filter((line) => line.productId === product._id && line.size !== size);
  return Math.max(
    0,
    Math.min(MAX_PIECES, stockOfSize(product, size) - others.reduce((sum, { quantity }) => sum + quantity, 0)),
  );
}

/**
 * Puts pieces into the guest's cart, up to what is there.
 * @param how `add` on top of those that are there; `atLeast` only as many as are missing, so that asking twice is asking once
 */
export function keepPieces(product: Bought, size: string, quantity: number, how: 'add' | 'atLeast'): Keeping {
  const cart = guestCart();
  const { _id: productId, name, price } = product;
  const existing = cart.lines.find(isLine({ productId, size }));
  const inCart = existing?.quantity ?? 0;
  if (!existing && cart.lines.length >= MAX_LINES) return 'full';
  const wished = how === 'add' ? inCart + quantity : Math.max(inCart, quantity);
  const pieces = Math.min(wished, Math.max(inCart, roomFor(cart.lines, product, size)));
  const line: GuestLine = { productId, size, quantity: pieces, name, price };
  const lines = existing ? cart.lines.map((one) => (one === existing ? line : one)) : [...cart.lines, line];
  if (pieces > 0 && !storeGuestCart({ ...cart, id: cart.id || newMergeId(), lines })) return 'unkept';
  return pieces < wished ? 'short' : 'kept';
}

/** Sets a line's pieces, at the price of now (rupees a piece). */
export function setPieces(key: LineKey, quantity: number, price: number): void {
  const cart = guestCart();
  storeGuestCart({
    ...cart,
    lines: cart.lines.map((line) => (isLine(key)(line) ? { ...line, quantity, price } : line)),
  });
}

/** Takes lines out. */
export function dropLines(dropped: (line: GuestLine) => boolean): void {
  const cart = guestCart();
  const lines = cart.lines.filter((line) => !dropped(line));
  if (lines.length < cart.lines.length) storeGuestCart({ ...cart, lines });
}

export const dropLine = (key: LineKey): void => dropLines(isLine(key));
