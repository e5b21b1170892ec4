import { Injectable } from '@nestjs/common';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { Cart, MergeNote } from '@rangavalli/contracts/entities/cart';
import type { Product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ProductFacts } from '../products/product-facts.js';
import { CartStore } from './cart.store.js';
import { checkSize, isLine, type LineKey, summedUp, withQuantity, without } from './lines.js';
import { mergeLines } from './merge.js';
import { view } from './view.js';

/** So many orders of a customer are remembered: more than can be on their way at once. */
const REMEMBERED_ORDERS = 100;
/** So many merges of a customer are remembered: each browser has one under way at a time. */
const REMEMBERED_MERGES = 20;

/** What customers do with their carts. Stock is only looked at here; it is taken by the hold at checkout (rule 4). */
@Injectable()
export class CartService {
  constructor(
    private readonly store: CartStore,
    private readonly products: ProductFacts,
  ) {}

  /** The cart at today's prices; products that are gone are left out. @throws AppError UNAVAILABLE, see `ProductFacts` */
  async show(userId: string): Promise<Cart> {
    const lines = await this.store.lines(userId);
    return view(lines, await this.products.recent(idsOf(lines)));
  }

  /** The lines that can be bought, for the checkout. @throws AppError UNAVAILABLE, see `ProductFacts` */
  async linesToBuy(userId: string): Promise<StockLine[]> {
    const lines = await this.store.lines(userId);
    // What left the shop in this moment is found out by the hold.
    const products = await this.products.recent(idsOf(lines));
    return lines
      .filter(({ productId }) => products.has(productId))
      .map(({ productId, size, quantity }) => ({ productId, size, quantity }));
  }

  /**
   * Puts pieces into the cart, on top of those of the same product and size that are there.
   * @throws AppError PRODUCT_NOT_FOUND, SIZE_REQUIRED, SIZE_UNKNOWN, OUT_OF_STOCK, INSUFFICIENT_STOCK, VALIDATION_FAILED
   */
  async add(userId: string, { productId, size, quantity }: StockLine): Promise<Cart> {
    const product = await this.product(productId, size);
    const { lines } = await this.store.change(userId, (current) => {
      const inCart = current.lines.find(isLine({ productId, size }))?.quantity ?? 0;
      return { ...current, lines: withQuantity(current.lines, { productId, size }, inCart + quantity, product) };
    });
    return view(lines, await this.products.recent(idsOf(lines)));
  }

  /** Sets a line's quantity. @throws AppError as `add`, and CART_LINE_NOT_FOUND */
  async update(userId: string, { productId, size, quantity }: StockLine): Promise<Cart> {
    const key = { productId, size };
    if (!(await this.store.lines(userId)).some(isLine(key))) throw new AppError('CART_LINE_NOT_FOUND');
    const product = await this.product(productId, size);
    const { lines } = await this.store.change(userId, (current) => {
      if (!current.lines.some(isLine(key))) throw new AppError('CART_LINE_NOT_FOUND');
      return { ...current, lines: withQuantity(current.lines, key, quantity, product) };
    });
    return view(lines, await this.products.recent(idsOf(lines)));
  }

  /** Takes a line out; one that is not there is out already. */
  async remove(userId: string, key: LineKey): Promise<Cart> {
    const { lines } = await this.store.change(userId, (current) => {
      const rest = current.lines.filter((line) => !isLine(key)(line));
      return rest.length === current.lines.length ? current : { ...current, lines: rest };
    });
    return view(lines, await this.products.recent(idsOf(lines)));
  }

  /**
   * A guest's cart at today's prices; nothing is stored. Lines of more pieces than there are stay as they are, as in
   * a customer's cart: the screen tells. @throws AppError UNAVAILABLE, see `ProductFacts`
   */
  async preview(lines: readonly StockLine[]): Promise<Cart> {
    return view(summedUp(lines), await this.products.recent(idsOf(lines)));
  }

  /**
   * Puts a guest's cart into the customer's, up to what is there, once a `mergeId`: a repetition answers the cart of now
   * with the notes of the first time. @throws AppError UNAVAILABLE, see `ProductFacts`
   */
  async merge(
    userId: string,
    mergeId: string,
    guest: readonly StockLine[],
  ): Promise<{ cart: Cart; notes: MergeNote[] }> {
    const products = await this.products.fresh(idsOf(guest));
    const { lines, merges } = await this.store.change(
      userId,
      (current) => {
        if (current.merges.some((merge) => merge.mergeId === mergeId)) return current;
        const merged = mergeLines(current.lines, guest, products);
        return {
          ...current,
          lines: merged.lines,
          merges: [...current.merges, { mergeId, notes: merged.notes }].slice(-REMEMBERED_MERGES),
        };
      },
      'merges',
    );
    const notes = merges.find((merge) => merge.mergeId === mergeId)?.notes ?? [];
    return { cart: view(lines, await this.products.recent(idsOf(lines))), notes };
  }

  /** Takes what an order bought out of the cart, once an order. */
  async bought(userId: string, orderId: string, bought: readonly StockLine[]): Promise<void> {
    if (await this.store.empty(userId, bought, orderId, REMEMBERED_ORDERS)) return;
    await this.store.change(
      userId,
      (current) => {
        if (current.boughtOrders.includes(orderId)) return current;
        return {
          ...current,
          lines: without(current.lines, bought),
          boughtOrders: [...current.boughtOrders, orderId].slice(-REMEMBERED_ORDERS),
        };
      },
      'boughtOrders',
    );
  }

  private async product(id: string, size: string): Promise<Product> {
    const product = (await this.products.fresh([id])).get(id);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    checkSize(product, size);
    return product;
  }
}

const idsOf = (lines: readonly StockLine[]): string[] => lines.map(({ productId }) => productId);
