import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CartLine, CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { Cart, CartCoupon, MergeNote } from '@rangavalli/contracts/entities/cart';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { isErrorCode } from '@rangavalli/contracts/errors';
import { extraDaysOf } from '@rangavalli/contracts/personalisation-check';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ProductCache, type Products } from '../products/product-cache.js';
import { type CartQuote, CartQuotes, type QuoteFacts } from '../quotes/cart-quotes.js';
import type { LineRecord } from './cart.schema.js';
import { CartStore } from './cart.store.js';
import {
  checkedKey,
  checkSize,
  combineLines,
  isLine,
  type LineKey,
  removeUnits,
  setQuantity,
  toCart,
} from './lines.js';
import { mergeLines } from './merge.js';

/** More orders than one customer can have in flight. */
const MAX_BOUGHT_ORDERS = 100;
/** More merges than one customer's browsers can have in flight. */
const MAX_MERGES = 20;

interface PricedCart {
  cart: Cart;
}

interface QuotedCart extends PricedCart {
  /** Missing while the order service is unavailable. */
  quote?: Quote;
  coupon?: CartCoupon;
}

/** Customers' carts. Stock is only compared here; the hold at checkout takes it (rule 4). */
@Injectable()
export class CartService {
  constructor(
    private readonly store: CartStore,
    private readonly products: ProductCache,
    private readonly quotes: CartQuotes,
  ) {}

  /** @throws AppError UNAVAILABLE, see `ProductCache` */
  async get(userId: string, { method, pincode }: QuoteFacts = {}): Promise<QuotedCart> {
    const { lines, coupon } = await this.store.get(userId);
    const products = await this.products.getRecent(idsOf(lines));
    const quoted = await this.quotes.findFor({ userId, lines, coupon, method, pincode, products });
    return toQuotedCart(lines, products, coupon, quoted);
  }

  /**
   * Enters a coupon that the cart qualifies for, also one that is for another way to pay than online. It replaces one
   * that no longer applies.
   * @throws AppError CART_EMPTY; COUPON_… with the reason, COUPON_NOT_COMBINABLE beside another coupon; UNAVAILABLE
   *   while the order service is
   */
  async enterCoupon(userId: string, coupon: string): Promise<QuotedCart> {
    const { lines, coupon: entered } = await this.store.get(userId);
    const products = await this.products.getCurrent(idsOf(lines));
    if (!lines.some(({ productId }) => products.has(productId))) throw new AppError('CART_EMPTY');
    const quoted = await this.quotes.get({ userId, lines, coupon, products });
    const problem = refusalOf(quoted);
    if (problem) throw new AppError(problem.code, { message: problem.message, details: problem.details });
    if (
      entered &&
      entered !== coupon &&
      !refusalOf(await this.quotes.get({ userId, lines, coupon: entered, products }))
    )
      throw new AppError('COUPON_NOT_COMBINABLE', {
        message: `Your cart has the coupon ${entered}, and coupons cannot be combined. Remove it to use ${coupon}.`,
        details: { coupon: entered },
      });
    await this.store.setCoupon(userId, coupon);
    return toQuotedCart(lines, products, coupon, quoted);
  }

  async removeCoupon(userId: string): Promise<QuotedCart> {
    await this.store.setCoupon(userId, undefined);
    return this.get(userId);
  }

  /**
   * Leaves out deleted products.
   * @throws AppError UNAVAILABLE, see `ProductCache`; PERSONALISATION_INVALID
   */
  async getForCheckout(userId: string): Promise<{ lines: CartLine[]; coupon?: string }> {
    const { lines, coupon } = await this.store.get(userId);
    return { lines: await this.checkLines(lines), ...(coupon ? { coupon } : {}) };
  }

  private async checkLines(lines: readonly LineRecord[]): Promise<CartLine[]> {
    const recent = await this.products.getRecent(idsOf(lines));
    const custom = lines.filter(
      ({ productId, personalisation }) => personalisation?.length || recent.get(productId)?.personalisationFields,
    );
    const products = new Map([...recent, ...(await this.products.getCurrent(idsOf(custom)))]);
    return lines.flatMap(({ unitPaise: _unitPaise, ...line }) => {
      const product = products.get(line.productId);
      if (!product) return [];
      const checked = checkedKey(product, line);
      const extraDays = extraDaysOf(product.personalisationFields, checked);
      return [{ ...checked, ...(extraDays > 0 ? { extraDays } : {}) }];
    });
  }

  /**
   * @throws AppError PRODUCT_NOT_FOUND, SIZE_REQUIRED, SIZE_UNKNOWN, PERSONALISATION_INVALID, OUT_OF_STOCK,
   *   INSUFFICIENT_STOCK, VALIDATION_FAILED
   */
  async add(userId: string, { quantity, ...entered }: CartLine): Promise<PricedCart> {
    const product = await this.getProduct(entered);
    const key = checkedKey(product, entered);
    const { lines } = await this.store.change(userId, (current) => {
      const inCart = current.lines.find(isLine(key))?.quantity ?? 0;
      return { ...current, lines: setQuantity(current.lines, key, inCart + quantity, product) };
    });
    return this.price(lines);
  }

  /** Sets a line's quantity. @throws AppError as `add`, and CART_LINE_NOT_FOUND */
  async update(userId: string, { quantity, ...key }: CartLine): Promise<PricedCart> {
    const { lines } = await this.store.change(userId, async (current) => {
      if (!current.lines.some(isLine(key))) throw new AppError('CART_LINE_NOT_FOUND');
      return { ...current, lines: setQuantity(current.lines, key, quantity, await this.getProduct(key)) };
    });
    return this.price(lines);
  }

  async remove(userId: string, key: LineKey): Promise<PricedCart> {
    const { lines } = await this.store.change(userId, (current) => {
      const rest = current.lines.filter((line) => !isLine(key)(line));
      return rest.length === current.lines.length ? current : { ...current, lines: rest };
    });
    return this.price(lines);
  }

  /** Stores nothing; quantities beyond the stock stay. The quote is missing while the order service is unavailable. */
  async preview({
    lines: entered,
    withQuote = false,
    pincode,
  }: CallInput<'POST /cart/preview'>['body']): Promise<PricedCart & { quote?: Quote }> {
    const lines = combineLines(entered);
    const products = await this.products.getRecent(idsOf(lines));
    const { quote } = withQuote ? await this.quotes.findFor({ lines, pincode, products }) : {};
    return { cart: toCart(lines, products), ...(quote ? { quote } : {}) };
  }

  /**
   * Merges a guest's cart once per `mergeId`: a repeated merge returns the notes of the first one.
   * @throws AppError UNAVAILABLE, see `ProductCache`
   */
  async merge(
    userId: string,
    mergeId: string,
    guest: readonly CartLine[],
  ): Promise<PricedCart & { notes: MergeNote[] }> {
    const products = await this.products.getCurrent(idsOf(guest));
    const { lines, merges } = await this.store.change(
      userId,
      (current) => {
        if (current.merges.some((merge) => merge.mergeId === mergeId)) return current;
        const merged = mergeLines(current.lines, guest, products);
        return {
          ...current,
          lines: merged.lines,
          merges: [...current.merges, { mergeId, notes: merged.notes }].slice(-MAX_MERGES),
        };
      },
      'merges',
    );
    const notes = merges.find((merge) => merge.mergeId === mergeId)?.notes ?? [];
    return { ...(await this.price(lines)), notes };
  }

  async removeBought(userId: string, orderId: string, bought: readonly CartLine[]): Promise<void> {
    if (await this.store.empty(userId, bought, orderId, MAX_BOUGHT_ORDERS)) return;
    let isNew = false;
    await this.store.change(
      userId,
      (current) => {
        isNew = !current.boughtOrders.includes(orderId);
        if (!isNew) return current;
        return {
          ...current,
          lines: removeUnits(current.lines, bought),
          boughtOrders: [...current.boughtOrders, orderId].slice(-MAX_BOUGHT_ORDERS),
        };
      },
      'boughtOrders',
    );
    if (isNew) await this.store.setCoupon(userId, undefined);
  }

  delete(userId: string): Promise<void> {
    return this.store.delete(userId);
  }

  private async price(lines: Parameters<typeof toCart>[0]): Promise<PricedCart> {
    return { cart: toCart(lines, await this.products.getRecent(idsOf(lines))) };
  }

  private async getProduct({ productId, size }: LineKey): Promise<CatalogProduct> {
    const product = (await this.products.getCurrent([productId])).get(productId);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    checkSize(product, size);
    return product;
  }
}

/** Returns why a coupon is refused; one that is for another way to pay is not. */
function refusalOf({ problem }: CartQuote) {
  if (!problem || problem.code === 'COUPON_METHOD' || !isErrorCode(problem.code)) return undefined;
  return { ...problem, code: problem.code };
}

const idsOf = (lines: readonly CartLine[]): string[] => lines.map(({ productId }) => productId);

const toQuotedCart = (
  lines: readonly LineRecord[],
  products: Products,
  coupon: string | undefined,
  { quote, problem }: Partial<CartQuote>,
): QuotedCart => ({
  cart: toCart(lines, products),
  ...(quote ? { quote } : {}),
  ...(coupon
    ? { coupon: { code: coupon, ...(problem ? { problem: { code: problem.code, message: problem.message } } : {}) } }
    : {}),
});
