import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import { aProduct } from '../testing/start-cart.js';
import type { LineRecord } from './cart.schema.js';
import { isLine, MAX_LINES, roomFor, withQuantity, without } from './lines.js';
import { mergeLines } from './merge.js';
import { view } from './view.js';

const SIZES = ['S', 'M', 'L'];
const IDS = ['a', 'b', 'c'];
/** The dearest product of a shop, and dearer: ten million rupees. */
const price = fc.integer({ min: 1, max: 1_000_000_000 });
const pieces = fc.integer({ min: 0, max: 12 });
const quantity = fc.integer({ min: 1, max: 15 });

const shelf = fc.oneof(
  pieces.map((stock) => ({ stock, sizes: SIZES })),
  fc.tuple(pieces, pieces, pieces).map((counts) => ({
    stock: counts.reduce((sum, count) => sum + count, 0),
    sizes: SIZES,
    sizeStock: counts.map((stock, k) => ({ size: SIZES[k] ?? '', stock })),
  })),
);
/** A small shop, so that lines meet: each product counted together or by size. */
const shop = fc
  .tuple(shelf, shelf, shelf)
  .map(
    (shelves) =>
      new Map(
        shelves.map((fields, k): [string, Product] => [IDS[k] ?? '', aProduct({ _id: IDS[k] ?? '', ...fields })]),
      ),
  );
const stockLine = fc.record({ productId: fc.constantFrom(...IDS), size: fc.constantFrom(...SIZES), quantity });

const sum = (lines: readonly StockLine[]): number => lines.reduce((all, line) => all + line.quantity, 0);
/** The shelf from which a line is taken: its size's, or the product's one. */
const shelfOf = (products: Map<string, Product>, { productId, size }: StockLine): string =>
  products.get(productId)?.sizeStock ? `${productId} ${size}` : productId;
function byShelf(products: Map<string, Product>, lines: readonly StockLine[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of lines) sums[shelfOf(products, line)] = (sums[shelfOf(products, line)] ?? 0) + line.quantity;
  return sums;
}

/** Sets a quantity, or leaves the cart as it is when that is refused. */
function set(
  lines: LineRecord[],
  products: Map<string, Product>,
  { quantity: wanted, ...key }: StockLine,
): { lines: LineRecord[]; refusal?: AppError } {
  try {
    return { lines: withQuantity(lines, key, wanted, products.get(key.productId) as Product) };
  } catch (error) {
    if (error instanceof AppError) return { lines, refusal: error };
    throw error;
  }
}

describe('cart arithmetic, for any prices, stocks and steps', () => {
  it('keeps every amount with two decimals on its way from rupees to paise and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (paise) => {
        const written = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
        expect(rupeesToPaise(Number(written))).toBe(paise);
        expect(rupeesToPaise(paiseToRupees(paise))).toBe(paise);
        expect(paiseToRupees(paise).toFixed(2)).toBe(written);
      }),
      propertyOptions(3_000),
    );
  });

  it('adds a cart up to the paisa: the sum of price times quantity in whole numbers', () => {
    const bought = fc.array(fc.record({ paise: price, quantity: fc.integer({ min: 1, max: 1_000 }) }), {
      maxLength: MAX_LINES,
    });
    fc.assert(
      fc.property(bought, fc.nat(MAX_LINES), (items, gone) => {
        const products = new Map(
          items.map(({ paise }, k) => [String(k), aProduct({ _id: String(k), price: paise / 100 })]),
        );
        products.delete(String(gone));
        const lines = items.map((item, k) => ({ productId: String(k), size: '', quantity: item.quantity }));
        const there = items.filter((_item, k) => k !== gone);
        const exact = there.reduce((all, item) => all + BigInt(item.paise) * BigInt(item.quantity), 0n);
        const cart = view(lines, products);
        expect(BigInt(rupeesToPaise(cart.total))).toBe(exact);
        expect(cart.total.toFixed(2)).toBe(`${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`);
        expect(cart.count).toBe(there.reduce((all, item) => all + item.quantity, 0));
        expect(view([...lines].reverse(), products).total).toBe(cart.total);
      }),
      propertyOptions(300),
    );
  });

  it('never holds more of a shelf than is on it, nor a line of nothing, and a refusal names the most that goes', () => {
    fc.assert(
      fc.property(shop, fc.array(stockLine, { maxLength: 25 }), (products, program) => {
        let lines: LineRecord[] = [];
        for (const step of program) {
          const product = products.get(step.productId) as Product;
          const before = lines;
          const result = set(before, products, step);
          lines = result.lines;
          const others = before.filter((line) => !isLine(step)(line));
          expect(lines.filter((line) => !isLine(step)(line))).toEqual(others);
          if (result.refusal) {
            expect(lines).toBe(before);
            const { available } = result.refusal.details as { available: number };
            expect(available).toBeLessThan(step.quantity);
            expect(result.refusal.code).toBe(
              stockOfSize(product, step.size) === 0 ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK',
            );
            if (available > 0) expect(set(before, products, { ...step, quantity: available }).refusal).toBeUndefined();
            expect(set(before, products, { ...step, quantity: available + 1 }).refusal?.details).toEqual(
              result.refusal.details,
            );
          } else {
            expect(lines.find(isLine(step))).toEqual({ ...step, unitPaise: rupeesToPaise(product.price) });
          }
          expect(
            lines.every(
              (line) =>
                Number.isInteger(line.quantity) &&
                line.quantity >= 1 &&
                line.quantity <= stockOfSize(products.get(line.productId) as Product, line.size),
            ),
          ).toBe(true);
          expect(new Set(lines.map(({ productId, size }) => `${productId} ${size}`)).size).toBe(lines.length);
          for (const one of lines)
            expect(byShelf(products, lines)[shelfOf(products, one)]).toBeLessThanOrEqual(
              stockOfSize(products.get(one.productId) as Product, one.size),
            );
        }
      }),
      propertyOptions(500),
    );
  });

  it('may always have fewer of a line whose stock shrank, and never more than is there', () => {
    fc.assert(
      fc.property(shop, shop, fc.array(stockLine, { maxLength: 8 }), stockLine, (yesterday, today, filled, step) => {
        const lines = filled.reduce((now, line) => set(now, yesterday, line).lines, [] as LineRecord[]);
        const product = today.get(step.productId) as Product;
        const had = lines.find(isLine(step))?.quantity ?? 0;
        const { lines: after, refusal } = set(lines, today, step);
        if (refusal)
          expect(step.quantity > roomFor(lines, step, product) || stockOfSize(product, step.size) === 0).toBe(true);
        else if (step.quantity >= had)
          expect(byShelf(today, after)[shelfOf(today, step)]).toBeLessThanOrEqual(stockOfSize(product, step.size));
        else expect(step.quantity).toBeLessThanOrEqual(stockOfSize(product, step.size));
        if (step.quantity < had && step.quantity <= stockOfSize(product, step.size)) expect(refusal).toBeUndefined();
      }),
      propertyOptions(500),
    );
  });

  it('takes in as many pieces of each shelf whatever the order of a guest’s lines, and notes exactly what stayed behind', () => {
    const shuffled = fc
      .array(stockLine, { maxLength: 12 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    fc.assert(
      fc.property(shop, fc.array(stockLine, { maxLength: 6 }), shuffled, (products, owned, [guest, other]) => {
        const current = owned.reduce((now, line) => set(now, products, line).lines, [] as LineRecord[]);
        const merged = mergeLines(current, guest, products);
        const sums = byShelf(products, merged.lines);
        expect(byShelf(products, mergeLines(current, other, products).lines)).toEqual(sums);
        const wanted = byShelf(products, [...current, ...guest]);
        for (const line of [...current, ...guest]) {
          const key = shelfOf(products, line);
          expect(sums[key] ?? 0).toBe(
            Math.min(wanted[key] ?? 0, stockOfSize(products.get(line.productId) as Product, line.size)),
          );
        }
        const behind = merged.notes.reduce((all, note) => all + note.wanted - note.taken, 0);
        expect(sum(merged.lines)).toBe(sum(current) + sum(guest) - behind);
        expect(merged.notes.every((note) => note.taken < note.wanted)).toBe(true);
        for (const line of current)
          expect(merged.lines.find(isLine(line))?.quantity).toBeGreaterThanOrEqual(line.quantity);
      }),
      propertyOptions(500),
    );
  });

  it('lets exactly what was bought leave, wherever it is named, and no line of nothing stay', () => {
    const keyed = fc.uniqueArray(stockLine, { selector: ({ productId, size }) => `${productId} ${size}` });
    fc.assert(
      fc.property(keyed, fc.array(stockLine, { maxLength: 12 }), (lines, bought) => {
        const left = without(lines, bought);
        for (const line of lines)
          expect(left.find(isLine(line))?.quantity ?? 0).toBe(
            Math.max(0, line.quantity - sum(bought.filter(isLine(line)))),
          );
        expect(left.every((line) => line.quantity >= 1)).toBe(true);
        expect(left.length).toBeLessThanOrEqual(lines.length);
        expect(without(lines, [])).toEqual(lines);
        // Two orders one after the other take what one order of both takes.
        expect(without(without(lines, bought.slice(0, 3)), bought.slice(3))).toEqual(left);
      }),
      propertyOptions(500),
    );
  });
});
