import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { checkPersonalisation } from '@rangavalli/contracts/personalisation-check';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { messages } from './messages.js';
import { isOffered } from '../stock/size-stock.js';

/** Texts about what changed since a line was added; missing where nothing did. */
export interface LineChanges {
  price?: string;
  stock?: string;
  /** What the customer entered no longer fits the product; checkout refuses it. */
  personalisation?: string;
}

function stockMessage({ product, size }: CartItem): string {
  if (!isOffered(product, size)) return size ? messages.sizeGone(size) : messages.sizeNeeded;
  const stock = stockOfSize(product, size);
  const text = stock === 0 ? messages.noneLeft : messages.fewLeft(stock);
  // A customer's own pending payment holds stock too.
  return currentSession() ? `${text} ${messages.heldForYou}` : text;
}

/** Returns the available quantity of a line; 0 for a size that is no longer offered. */
export const stockOfLine = ({ product, size }: CartItem): number =>
  isOffered(product, size) ? stockOfSize(product, size) : 0;

/** Compares a line with its current product, at the shown quantity. */
export function lineChanges(item: CartItem, quantity = item.quantity): LineChanges {
  const { product, addedPrice } = item;
  const price = currentPrice(product);
  const hasNewPrice = addedPrice !== undefined && addedPrice !== price;
  const { errors } = checkPersonalisation(product.personalisationFields, item.personalisation);
  const [misfit] = Object.entries(errors);
  const priceText = (addedPrice ?? 0) < price ? messages.priceUp : messages.priceDown;
  return {
    ...(hasNewPrice ? { price: priceText(formatRupees(addedPrice), formatRupees(price)) } : {}),
    ...(quantity > stockOfLine(item) ? { stock: stockMessage(item) } : {}),
    ...(misfit ? { personalisation: messages.misfit(...misfit) } : {}),
  };
}

/** Returns one sentence about the changes of all lines; undefined when there are none. */
export function changesInCart(items: readonly CartItem[]): string | undefined {
  const all = items.map((item) => lineChanges(item));
  const prices = all.filter(({ price }) => price).length;
  const short = all.filter(({ stock }) => stock).length;
  const misfits = all.filter(({ personalisation }) => personalisation).length;
  const parts = [
    ...(prices > 0 ? [messages.prices(prices)] : []),
    ...(short > 0 ? [messages.shortages(short)] : []),
    ...(misfits > 0 ? [messages.misfits(misfits)] : []),
  ];
  return parts.length > 0 ? messages.reviewChanges(parts, items.length) : undefined;
}
