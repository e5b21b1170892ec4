import type { Category } from '@rangavalli/contracts/entities/product';
import { Types } from 'mongoose';
import { pricingSettings } from '../pricing/pricing-settings.js';
import { computeQuote, type QuoteLine } from '../pricing/quote.js';
import { buildQuoteLine } from '../testing/quote-line.js';
import { chooseOffers, type OfferTerms, problemOf, toApplied } from './choose-offers.js';

const at = new Date('2026-11-23T09:00:00.000Z');

let created = 0;
/** Created one after another. */
const buildOffer = (terms: Partial<OfferTerms>): OfferTerms => ({
  _id: new Types.ObjectId(String((created += 1)).padStart(24, '0')),
  title: 'Offer',
  kind: 'percent',
  value: 1_000,
  startsAt: new Date('2026-11-01T00:00:00.000Z'),
  categories: [],
  tags: [],
  firstOrderOnly: false,
  isStackable: false,
  isAutomatic: terms.code === undefined,
  isAdvertised: false,
  ...terms,
});
const item = (rupees: number, quantity = 1, category: Category = 'saree', tags: string[] = []): QuoteLine =>
  buildQuoteLine({ pricePaise: rupees * 100, quantity, category, tags });

/** What the cart costs with the chosen offers, in rupees, and the discount of each by title. */
function price(lines: QuoteLine[], offers: OfferTerms[], coupon?: string, rules: object = {}) {
  const settings = pricingSettings.parse(rules);
  const quoteOf = (chosen: readonly OfferTerms[]) =>
    computeQuote({ lines, offers: chosen.map((one) => toApplied(one, lines)), at }, settings);
  const qualified = offers.filter(
    (terms) => !problemOf({ terms, isFirstOrder: false }, { lines, method: 'online', at }),
  );
  const quote = quoteOf(chooseOffers(qualified, coupon, (chosen) => quoteOf(chosen).totalPaise));
  const discounts = (quote.offers ?? []).map(({ title, discountPaise }) => [title, discountPaise / 100]);
  return { total: quote.totalPaise / 100, discounts, quote };
}

describe('buy X get Y', () => {
  const buyTwo = buildOffer({ kind: 'buy_x_get_y', buyUnits: 2, getUnits: 1, value: 10_000, title: 'Third free' });

  it('makes the cheapest units free, one for every group', () => {
    expect(price([item(3_000), item(2_000), item(1_000)], [buyTwo])).toMatchObject({ total: 5_000 });
    // Seven units are two groups: the two cheapest, one of 500 and one of 1,000.
    expect(price([item(500), item(1_000, 2), item(2_000, 4)], [buyTwo])).toMatchObject({
      total: 9_000,
      discounts: [['Third free', 1_500]],
    });
    expect(price([item(3_000), item(2_000)], [buyTwo])).toMatchObject({ total: 5_000, discounts: [] });
  });

  it('can be at half the price, and count one category only', () => {
    const half = { ...buyTwo, value: 5_000, buyUnits: 1, categories: ['pant' as const] };
    // Of three pants one is reduced; the saree is cheaper, but not part of it.
    expect(price([item(300), item(999, 3, 'pant')], [half])).toMatchObject({ total: 2_797.5 });
  });
});

describe('several offers', () => {
  const ten = buildOffer({ title: 'Ten percent', isStackable: true });
  const hundred = buildOffer({ title: 'Hundred', kind: 'amount', value: 10_000, code: 'HUNDRED', isStackable: true });
  const fifteen = buildOffer({ title: 'Fifteen percent', value: 1_500, code: 'FIFTEEN' });

  it('combine where both allow it: first the percentage, then the amount', () => {
    // 5,000 − 500 = 4,500; − 100 = 4,400
    expect(price([item(5_000)], [hundred, ten], 'HUNDRED')).toMatchObject({
      total: 4_400,
      discounts: [
        ['Ten percent', 500],
        ['Hundred', 100],
      ],
    });
  });

  it('otherwise apply the one that costs the customer least', () => {
    // 15 % of 5,000 is 750, more than 500; of 1,000 the two others give 190, more than 150.
    expect(price([item(5_000)], [ten, fifteen], 'FIFTEEN')).toMatchObject({ discounts: [['Fifteen percent', 750]] });
    expect(price([item(1_000)], [ten, hundred, fifteen])).toMatchObject({
      total: 800,
      discounts: [
        ['Ten percent', 100],
        ['Hundred', 100],
      ],
    });
  });

  it('reduce only what they are for', () => {
    const festive = buildOffer({ title: 'Festive', value: 2_000, tags: ['Diwali'], isStackable: true });
    const cart = [item(1_000, 1, 'saree', ['diwali']), item(500, 1, 'pant')];
    // 20 % of 1,000, then 10 % of 800 + 500.
    expect(price(cart, [festive, ten])).toMatchObject({
      total: 1_170,
      quote: { lines: [{}, { discountPaise: 5_000 }] },
    });
  });
});

describe('free delivery', () => {
  const rules = { shipping: { chargePaise: 9_900, freeFromPaise: 200_000 } };
  const free = buildOffer({ title: 'Free delivery', kind: 'free_shipping', code: 'SHIP', isStackable: true });

  it('is what a coupon gives, and the quote has what is missing without it', () => {
    expect(price([item(1_500)], [], undefined, rules).quote).toMatchObject({
      shippingPaise: 9_900,
      missingForFreeDeliveryPaise: 50_000,
      totalPaise: 159_900,
    });
    const { quote } = price([item(1_500)], [free], 'SHIP', rules);
    expect(quote).toMatchObject({
      shippingPaise: 0,
      totalPaise: 150_000,
      offers: [{ code: 'SHIP', discountPaise: 0 }],
    });
    expect(quote).not.toHaveProperty('missingForFreeDeliveryPaise');
  });
});

describe('a coupon', () => {
  const cart = { lines: [item(1_200), item(300, 1, 'pant')], method: 'online' as const, at };
  const refusal = (terms: Partial<OfferTerms>, facts: object = {}) =>
    problemOf({ terms: buildOffer({ code: 'DIWALI', ...terms }), isFirstOrder: false, ...facts }, cart);

  it.each([
    ['COUPON_EXPIRED', 'This coupon has expired.', { endsAt: at }],
    [
      'COUPON_NOT_STARTED',
      'This coupon is valid from 24 November 2026 at 9:00 am.',
      {
        startsAt: new Date('2026-11-24T03:30:00.000Z'),
      },
    ],
    ['COUPON_FIRST_ORDER', 'This coupon is for your first order only.', { firstOrderOnly: true }],
    ['COUPON_METHOD', 'This coupon applies when you pay cash on delivery.', { methods: ['cod' as const] }],
    ['COUPON_NOT_APPLICABLE', 'This coupon is not for the items in your cart.', { tags: ['Ugadi'] }],
    ['COUPON_MINIMUM', 'Add items for ₹500 more to use this coupon.', { minSubtotalPaise: 200_000 }],
    // Only pants count.
    [
      'COUPON_MINIMUM',
      'Add items for ₹700.50 more to use this coupon.',
      {
        minSubtotalPaise: 100_050,
        categories: ['pant' as const],
      },
    ],
    [
      'COUPON_MINIMUM',
      'Add 1 more item to use this coupon.',
      { kind: 'buy_x_get_y' as const, buyUnits: 2, getUnits: 1 },
    ],
  ])('is refused with %s: %s', (code, message, terms) => {
    const found = refusal(terms);
    expect({ ...found, message: found?.message.replaceAll('\u202f', ' ') }).toMatchObject({ code, message });
  });

  it('is refused when it is used up, and accepted otherwise', () => {
    expect(refusal({}, { useRefusal: 'COUPON_USED_BY_YOU' })).toMatchObject({
      code: 'COUPON_USED_BY_YOU',
      message: 'You have already used this coupon.',
    });
    expect(refusal({ minSubtotalPaise: 150_000 })).toBeUndefined();
    expect(refusal({ firstOrderOnly: true }, { isFirstOrder: true })).toBeUndefined();
  });
});
