import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import type { QuotedLine } from '@rangavalli/contracts/entities/quote';
import { categories } from '@rangavalli/contracts/entities/product';
import fc from 'fast-check';
import { buildQuoteLine } from '../testing/quote-line.js';
import { sum } from './apportion.js';
import { computeLineRefund } from './line-refund.js';
import type { AppliedOffer } from './offers.js';
import { pricingSettings } from './pricing-settings.js';
import { computeQuote, type QuoteLine, type QuoteRequest } from './quote.js';

const at = new Date('2026-11-23T09:00:00.000Z');
const defaults = pricingSettings.parse({});

const line = fc
  .record({
    category: fc.constantFrom(...categories),
    pricePaise: fc.oneof(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
    salePaise: fc.option(fc.integer({ min: 1, max: 500_000 })),
    quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1_000 })),
  })
  .map(({ salePaise, ...fields }): QuoteLine =>
    buildQuoteLine({ ...fields, ...(salePaise === null ? {} : { sale: { pricePaise: salePaise } }) }),
  );
const offer: fc.Arbitrary<AppliedOffer> = fc.oneof(
  fc.record({
    code: fc.constant('P'),
    kind: fc.constant('percent' as const),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({
    code: fc.constant('A'),
    kind: fc.constant('amount' as const),
    paise: fc.integer({ min: 0, max: 3_000_000 }),
  }),
  fc.constant({ code: 'F', kind: 'free_shipping' as const }),
  fc.record({
    code: fc.constant('B'),
    kind: fc.constant('buy_x_get_y' as const),
    buy: fc.integer({ min: 1, max: 3 }),
    get: fc.integer({ min: 1, max: 2 }),
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
  }),
);
/** Some are for the sarees of the cart only. */
const offersOf = (lines: readonly QuoteLine[]): fc.Arbitrary<AppliedOffer[]> => {
  const sarees = lines.flatMap(({ category }, index) => (category === 'saree' ? [index] : []));
  const limited = fc.boolean().map((isLimited) => (isLimited ? { lines: sarees } : {}));
  return fc.array(
    fc.tuple(offer, limited).map(([one, eligible]) => ({ ...one, ...eligible })),
    { maxLength: 3 },
  );
};
const settings = fc
  .record({
    shipping: fc.record({
      chargePaise: fc.integer({ min: 0, max: 30_000 }),
      freeFromPaise: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
    }),
    codFeePaise: fc.integer({ min: 0, max: 10_000 }),
    totalUnit: fc.constantFrom('paisa' as const, 'rupee' as const),
  })
  .map((fields) => pricingSettings.parse(fields));
const request: fc.Arbitrary<QuoteRequest> = fc.array(line, { maxLength: 12 }).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    offers: offersOf(lines),
    leastPaise: fc.constantFrom(0, 100),
    method: fc.constantFrom('online' as const, 'cod' as const),
    placeOfSupply: fc.constantFrom('36', '29'),
    at: fc.constant(at),
  }),
);

/** One expectation per line would take most of the time of 10,000 carts. */
function isTied(one: QuotedLine, { placeOfSupply }: QuoteRequest): boolean {
  const amount = one.netPaise + one.shippingPaise + one.codFeePaise;
  return (
    one.grossPaise === one.unitPaise * one.quantity &&
    one.netPaise === one.grossPaise - one.discountPaise &&
    Math.min(one.netPaise, one.discountPaise, one.taxablePaise, one.paidPaise) >= 0 &&
    one.taxablePaise + one.cgstPaise + one.sgstPaise + one.igstPaise === amount &&
    one.paidPaise === amount + one.roundOffPaise &&
    one.cgstPaise === one.sgstPaise &&
    (placeOfSupply === '36' ? one.igstPaise : one.cgstPaise) === 0
  );
}

describe('every quote', () => {
  it('ties to the paisa, by line and by column', () => {
    fc.assert(
      fc.property(request, settings, (cart, rules) => {
        const quoted = computeQuote(cart, rules);
        expect(quoted.lines.filter((one) => !isTied(one, cart))).toEqual([]);
        const column = (
          name: 'grossPaise' | 'discountPaise' | 'netPaise' | 'shippingPaise' | 'codFeePaise' | 'paidPaise',
        ) => sum(quoted.lines.map((one) => one[name]));
        expect(quoted).toMatchObject({
          subtotalPaise: column('grossPaise'),
          discountPaise: column('discountPaise'),
          shippingPaise: column('shippingPaise'),
          codFeePaise: column('codFeePaise'),
          totalPaise: column('paidPaise'),
        });
        expect(sum((quoted.offers ?? []).map(({ discountPaise }) => discountPaise))).toBe(quoted.discountPaise);
        expect(column('netPaise')).toBeGreaterThanOrEqual(Math.min(cart.leastPaise ?? 0, quoted.subtotalPaise));
        if (rules.totalUnit === 'rupee') expect(quoted.totalPaise % 100).toBe(0);
      }),
      propertyOptions(10_000),
    );
  });

  it('is price times quantity by default, as documented', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const listed = lines.map((one) => ({ ...one, sale: undefined }));
        const documented = sum(listed.map(({ pricePaise, quantity }) => pricePaise * quantity));
        expect(computeQuote({ lines: listed, at }, defaults)).toMatchObject({
          subtotalPaise: documented,
          totalPaise: documented,
          discountPaise: 0,
          shippingPaise: 0,
          codFeePaise: 0,
          roundOffPaise: 0,
        });
      }),
      propertyOptions(100),
    );
  });

  it('costs the same in any order of its lines, and its hash changes with the total', () => {
    fc.assert(
      fc.property(request, settings, (cart, rules) => {
        const quoted = computeQuote(cart, rules);
        const last = cart.lines.length - 1;
        const offers = (cart.offers ?? []).map((one) => ({ ...one, lines: one.lines?.map((index) => last - index) }));
        const reversed = computeQuote({ ...cart, lines: cart.lines.toReversed(), offers }, rules);
        expect([reversed.totalPaise, reversed.hash]).toEqual([quoted.totalPaise, quoted.hash]);
        const dearer = { ...rules, shipping: { chargePaise: rules.shipping.chargePaise + 100 } };
        const other = computeQuote(cart, dearer);
        expect(other.hash === quoted.hash).toBe(
          other.totalPaise === quoted.totalPaise && other.shippingPaise === quoted.shippingPaise,
        );
      }),
      propertyOptions(100),
    );
  });
});

describe('cancelling and returning in any sequence', () => {
  it('refunds what was paid for the line, never more', () => {
    const sequence = fc.array(fc.record({ index: fc.nat(11), units: fc.integer({ min: 1, max: 400 }) }));
    fc.assert(
      fc.property(request, settings, sequence, (cart, rules, steps) => {
        const { lines, totalPaise } = computeQuote(cart, rules);
        const units = lines.map(() => 0);
        const refunded = lines.map(() => 0);
        const refund = (index: number, wanted: number) => {
          const bought = lines[index];
          if (!bought) return;
          const before = units[index] ?? 0;
          const after = Math.min(bought.quantity, before + wanted);
          if (after === before) return;
          const part = computeLineRefund(bought, before, after - before);
          expect(part.refundPaise).toBeGreaterThanOrEqual(0);
          expect(part.taxablePaise + part.cgstPaise + part.sgstPaise + part.igstPaise + part.roundOffPaise).toBe(
            part.refundPaise,
          );
          units[index] = after;
          refunded[index] = (refunded[index] ?? 0) + part.refundPaise;
          expect(refunded[index]).toBeLessThanOrEqual(bought.paidPaise);
        };
        for (const { index, units: wanted } of steps) refund(index, wanted);
        lines.forEach(({ quantity }, index) => refund(index, quantity));
        expect(refunded).toEqual(lines.map(({ paidPaise }) => paidPaise));
        expect(sum(refunded)).toBe(totalPaise);
      }),
      propertyOptions(300),
    );
  });

  it('gives each of three kurtas its third of what the coupon left', () => {
    // 300,000 − 10,000 = 290,000; a third is 96,666.67. Half of the tax: 290,000 / 42 = 6,904.76, a third 2,301.67.
    const { lines } = computeQuote(
      {
        lines: [buildQuoteLine({ category: 'pant', pricePaise: 100_000, quantity: 3 })],
        offers: [{ code: 'DIWALI', kind: 'amount', paise: 10_000 }],
        at,
      },
      defaults,
    );
    const refunds = lines.flatMap((bought) => [0, 1, 2].map((before) => computeLineRefund(bought, before, 1)));
    expect(refunds).toMatchObject([
      { refundPaise: 96_666, taxablePaise: 92_064, cgstPaise: 2_301, sgstPaise: 2_301 },
      { refundPaise: 96_667, taxablePaise: 92_063, cgstPaise: 2_302, sgstPaise: 2_302 },
      { refundPaise: 96_667, taxablePaise: 92_063, cgstPaise: 2_302, sgstPaise: 2_302 },
    ]);
    for (const bought of lines)
      for (const [before, units] of [
        [3, 1],
        [1, 3],
        [0, 0],
        [0, 0.5],
      ] as const)
        expect(() => computeLineRefund(bought, before, units)).toThrow(RangeError);
  });
});

describe('the rules of a quote', () => {
  const saree = buildQuoteLine({ pricePaise: 499_950 });

  it('apportion a coupon that does not divide to the first lines', () => {
    const lines = [1, 2, 3].map(() => buildQuoteLine({ pricePaise: 10_000 }));
    const offers = [{ code: 'HUNDRED', kind: 'amount' as const, paise: 10_000 }];
    expect(computeQuote({ lines, offers, at }, defaults).lines.map(({ discountPaise }) => discountPaise)).toEqual([
      3_334, 3_333, 3_333,
    ]);
  });

  it('apply a sale price from its start until its end, never above the price', () => {
    const [from, until] = ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z'];
    const unitAt = (moment: string, pricePaise = 399_900) =>
      computeQuote({ lines: [{ ...saree, sale: { pricePaise, from, until } }], at: new Date(moment) }, defaults)
        .totalPaise;
    expect(unitAt('2026-11-22T23:59:59.999Z')).toBe(499_950);
    expect(unitAt('2026-11-23T00:00:00.000Z')).toBe(399_900);
    expect(unitAt('2026-11-23T23:59:59.999Z')).toBe(399_900);
    expect(unitAt('2026-11-24T00:00:00.000Z')).toBe(499_950);
    expect(unitAt('2026-11-23T12:00:00.000Z', 600_000)).toBe(499_950);
  });

  it('ship free from a sum after offers, with an offer, and an empty cart', () => {
    const rules = pricingSettings.parse({
      shipping: { chargePaise: 9_900, freeFromPaise: 499_950 },
      codFeePaise: 4_900,
    });
    const shippingOf = (cart: Partial<QuoteRequest>) => computeQuote({ lines: [saree], at, ...cart }, rules);
    expect(shippingOf({})).toMatchObject({ shippingPaise: 0, codFeePaise: 0, totalPaise: 499_950 });
    const coupon: AppliedOffer = { code: 'ONE', kind: 'amount', paise: 1 };
    expect(shippingOf({ offers: [coupon] })).toMatchObject({ shippingPaise: 9_900, totalPaise: 509_849 });
    expect(shippingOf({ offers: [coupon, { code: 'SHIP', kind: 'free_shipping' }] }).totalPaise).toBe(499_949);
    expect(shippingOf({ method: 'cod' })).toMatchObject({ codFeePaise: 4_900, totalPaise: 504_850 });
    expect(shippingOf({ lines: [], method: 'cod' })).toMatchObject({ lines: [], totalPaise: 0, taxPaise: 0 });
    // Goods for nothing are still shipped.
    expect(shippingOf({ offers: [{ code: 'ALL', kind: 'percent', basisPoints: 10_000 }] })).toMatchObject({
      lines: [{ netPaise: 0, shippingPaise: 9_900 }],
      totalPaise: 9_900,
    });
  });

  it('round the total to the rupee when set', () => {
    const rules = pricingSettings.parse({ totalUnit: 'rupee' });
    const rounded = (pricePaise: number) => computeQuote({ lines: [{ ...saree, pricePaise }], at }, rules);
    expect(rounded(499_950)).toMatchObject({ roundOffPaise: 50, totalPaise: 500_000, lines: [{ roundOffPaise: 50 }] });
    expect(rounded(499_949)).toMatchObject({ roundOffPaise: -49, totalPaise: 499_900 });
  });

  it('apply offers in their order, each to what is left', () => {
    const half: AppliedOffer = { code: 'HALF', kind: 'percent', basisPoints: 5_000 };
    const thousand: AppliedOffer = { code: 'THOUSAND', kind: 'amount', paise: 100_000 };
    const totalOf = (...offers: AppliedOffer[]) => computeQuote({ lines: [saree], offers, at }, defaults).totalPaise;
    expect([totalOf(half), totalOf(half, thousand), totalOf(thousand, half)]).toEqual([249_975, 149_975, 199_975]);
  });
});
