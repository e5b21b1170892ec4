import type { CatalogProduct, StockLine } from '@rangavalli/contracts/commands/lines';
import type { Product } from '@rangavalli/contracts/entities/product';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { AppError } from '@rangavalli/service-kit/app-error';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import { buildProduct, toCatalogProduct } from '../testing/start-cart.js';
import type { LineRecord } from './cart.schema.js';
import { isLine, MAX_LINES, maxQuantity, removeUnits, setQuantity, toCart } from './lines.js';
import { mergeLines } from './merge.js';

const buildCatalogProduct = (fields: Partial<Product>) => toCatalogProduct(buildProduct(fields));

const SIZES = ['S', 'M', 'L'];
const IDS = ['a', 'b', 'c'];
/** Paise: up to ten million rupees. */
const price = fc.integer({ min: 1, max: 1_000_000_000 });
const units = fc.integer({ min: 0, max: 12 });
const quantity = fc.integer({ min: 1, max: 15 });

const stock = fc.oneof(
  units.map((stock) => ({ stock, sizes: SIZES })),
  fc.tuple(units, units, units).map((counts) => ({
    stock: counts.reduce((sum, count) => sum + count, 0),
    sizes: SIZES,
    sizeStock: counts.map((stock, k) => ({ size: SIZES[k] ?? '', stock })),
  })),
);
/** Three products only, so that lines meet; each with one stock or with stock by size. */
const shop = fc
  .tuple(stock, stock, stock)
  .map(
    (stocks) =>
      new Map(
        stocks.map((fields, k): [string, CatalogProduct] => [
          IDS[k] ?? '',
          buildCatalogProduct({ _id: IDS[k] ?? '', ...fields }),
        ]),
      ),
  );
const stockLine = fc.record({ productId: fc.constantFrom(...IDS), size: fc.constantFrom(...SIZES), quantity });

const sum = (lines: readonly StockLine[]): number => lines.reduce((all, line) => all + line.quantity, 0);
/** The stock that a line counts against: its size's or its product's. */
const stockKey = (products: Map<string, CatalogProduct>, { productId, size }: StockLine): string =>
  products.get(productId)?.sizeStock ? `${productId} ${size}` : productId;
function sumByStock(products: Map<string, CatalogProduct>, lines: readonly StockLine[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of lines) sums[stockKey(products, line)] = (sums[stockKey(products, line)] ?? 0) + line.quantity;
  return sums;
}

/** Sets a quantity, or returns the unchanged lines with the refusal. */
function trySet(
  lines: LineRecord[],
  products: Map<string, CatalogProduct>,
  { quantity: wanted, ...key }: StockLine,
): { lines: LineRecord[]; refusal?: AppError } {
  try {
    return { lines: setQuantity(lines, key, wanted, products.get(key.productId) as CatalogProduct) };
  } catch (error) {
    if (error instanceof AppError) return { lines, refusal: error };
    throw error;
  }
}

describe('cart lines, for any prices, stocks and steps', () => {
  it('convert every amount with two decimals from rupees to paise and back', () => {
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

  it('have the exact total of price times quantity, in whole paise', () => {
    const bought = fc.array(fc.record({ paise: price, quantity: fc.integer({ min: 1, max: 1_000 }) }), {
      maxLength: MAX_LINES,
    });
    fc.assert(
      fc.property(bought, fc.nat(MAX_LINES), (items, deleted) => {
        const products = new Map(
          items.map(({ paise }, k) => [String(k), buildCatalogProduct({ _id: String(k), price: paise / 100 })]),
        );
        products.delete(String(deleted));
        const lines = items.map((item, k) => ({ productId: String(k), size: '', quantity: item.quantity }));
        const existing = items.filter((_item, k) => k !== deleted);
        const exact = existing.reduce((all, item) => all + BigInt(item.paise) * BigInt(item.quantity), 0n);
        const cart = toCart(lines, products);
        expect(BigInt(rupeesToPaise(cart.total))).toBe(exact);
        expect(cart.total.toFixed(2)).toBe(`${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`);
        expect(cart.count).toBe(existing.reduce((all, item) => all + item.quantity, 0));
        expect(toCart([...lines].reverse(), products).total).toBe(cart.total);
      }),
      propertyOptions(300),
    );
  });

  it('never exceed the stock and are never empty, and a refusal has the maximum quantity', () => {
    fc.assert(
      fc.property(shop, fc.array(stockLine, { maxLength: 25 }), (products, program) => {
        let lines: LineRecord[] = [];
        for (const step of program) {
          const product = products.get(step.productId) as CatalogProduct;
          const before = lines;
          const result = trySet(before, products, step);
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
            if (available > 0)
              expect(trySet(before, products, { ...step, quantity: available }).refusal).toBeUndefined();
            expect(trySet(before, products, { ...step, quantity: available + 1 }).refusal?.details).toEqual(
              result.refusal.details,
            );
          } else {
            expect(lines.find(isLine(step))).toEqual({ ...step, unitPaise: product.pricePaise });
          }
          expect(
            lines.every(
              (line) =>
                Number.isInteger(line.quantity) &&
                line.quantity >= 1 &&
                line.quantity <= stockOfSize(products.get(line.productId) as CatalogProduct, line.size),
            ),
          ).toBe(true);
          expect(new Set(lines.map(({ productId, size }) => `${productId} ${size}`)).size).toBe(lines.length);
          for (const one of lines)
            expect(sumByStock(products, lines)[stockKey(products, one)]).toBeLessThanOrEqual(
              stockOfSize(products.get(one.productId) as CatalogProduct, one.size),
            );
        }
      }),
      propertyOptions(500),
    );
  });

  it('can always be reduced when the stock shrank, and never exceed it', () => {
    fc.assert(
      fc.property(shop, shop, fc.array(stockLine, { maxLength: 8 }), stockLine, (yesterday, today, filled, step) => {
        const lines = filled.reduce((now, line) => trySet(now, yesterday, line).lines, [] as LineRecord[]);
        const product = today.get(step.productId) as CatalogProduct;
        const had = lines.find(isLine(step))?.quantity ?? 0;
        const { lines: after, refusal } = trySet(lines, today, step);
        if (refusal)
          expect(step.quantity > maxQuantity(lines, step, product) || stockOfSize(product, step.size) === 0).toBe(true);
        else if (step.quantity >= had)
          expect(sumByStock(today, after)[stockKey(today, step)]).toBeLessThanOrEqual(stockOfSize(product, step.size));
        else expect(step.quantity).toBeLessThanOrEqual(stockOfSize(product, step.size));
        if (step.quantity < had && step.quantity <= stockOfSize(product, step.size)) expect(refusal).toBeUndefined();
      }),
      propertyOptions(500),
    );
  });

  it('merge the same units for any order of the guest’s lines, with notes for exactly the rest', () => {
    const shuffled = fc
      .array(stockLine, { maxLength: 12 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    fc.assert(
      fc.property(shop, fc.array(stockLine, { maxLength: 6 }), shuffled, (products, owned, [guest, other]) => {
        const current = owned.reduce((now, line) => trySet(now, products, line).lines, [] as LineRecord[]);
        const merged = mergeLines(current, guest, products);
        const sums = sumByStock(products, merged.lines);
        expect(sumByStock(products, mergeLines(current, other, products).lines)).toEqual(sums);
        const wanted = sumByStock(products, [...current, ...guest]);
        for (const line of [...current, ...guest]) {
          const key = stockKey(products, line);
          expect(sums[key] ?? 0).toBe(
            Math.min(wanted[key] ?? 0, stockOfSize(products.get(line.productId) as CatalogProduct, line.size)),
          );
        }
        const notTaken = merged.notes.reduce((all, note) => all + note.wanted - note.taken, 0);
        expect(sum(merged.lines)).toBe(sum(current) + sum(guest) - notTaken);
        expect(merged.notes.every((note) => note.taken < note.wanted)).toBe(true);
        for (const line of current)
          expect(merged.lines.find(isLine(line))?.quantity).toBeGreaterThanOrEqual(line.quantity);
      }),
      propertyOptions(500),
    );
  });

  it('lose exactly the bought units, and empty lines are removed', () => {
    const keyed = fc.uniqueArray(stockLine, { selector: ({ productId, size }) => `${productId} ${size}` });
    fc.assert(
      fc.property(keyed, fc.array(stockLine, { maxLength: 12 }), (lines, bought) => {
        const left = removeUnits(lines, bought);
        for (const line of lines)
          expect(left.find(isLine(line))?.quantity ?? 0).toBe(
            Math.max(0, line.quantity - sum(bought.filter(isLine(line)))),
          );
        expect(left.every((line) => line.quantity >= 1)).toBe(true);
        expect(left.length).toBeLessThanOrEqual(lines.length);
        expect(removeUnits(lines, [])).toEqual(lines);
        expect(removeUnits(removeUnits(lines, bought.slice(0, 3)), bought.slice(3))).toEqual(left);
      }),
      propertyOptions(500),
    );
  });
});
