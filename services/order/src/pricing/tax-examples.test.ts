import { type Billing, billing as billingSchema } from '@rangavalli/contracts/entities/order';
import type { Category } from '@rangavalli/contracts/entities/product';
import { isGstin } from '@rangavalli/contracts/india';
import { billing } from '../testing/order-fixture.js';
import { buildQuoteLine } from '../testing/quote-line.js';
import { orderConfig } from '../order.config.js';
import type { AppliedOffer } from './offers.js';
import { computeLineRefund } from './line-refund.js';
import { findPlaceOfSupply } from './place-of-supply.js';
import { pricingSettings } from './pricing-settings.js';
import { computeQuote, type QuoteRequest } from './quote.js';

// Every expected value was computed by hand, not by the code. Within the state each half of the tax is
// amount × rate / 2 / (100 + rate), so at 5 % amount / 42, at 18 % amount × 9 / 118, at 3 % amount × 1.5 / 103;
// across states the whole tax is amount × rate / (100 + rate). Paise.

const at = new Date('2026-11-23T09:00:00.000Z');
const defaults = pricingSettings.parse({});
const KARNATAKA = '29';

interface Example {
  category: Category;
  /** Rupees. */
  price: number;
  quantity?: number;
  offer?: AppliedOffer;
  /** Percent, taxable value, tax: of the state and of the union each, or across states. */
  expected: [rate: number, taxable: number, tax: number];
}

const amountOff = (rupees: number): AppliedOffer => ({ code: 'OFF', kind: 'amount', paise: Math.round(rupees * 100) });
const percentOff = (percent: number): AppliedOffer => ({ code: 'OFF', kind: 'percent', basisPoints: percent * 100 });

const withinState: Record<string, Example> = {
  // 1,260,000 / 42 = 30,000
  'silk saree at 12,600': { category: 'saree', price: 12_600, expected: [5, 1_200_000, 30_000] },
  // 499,900 / 42 = 11,902.38
  'saree at 4,999': { category: 'saree', price: 4_999, expected: [5, 476_096, 11_902] },
  // 8,499,999 / 42 = 202,380.93: fabric has no limit
  'saree at 84,999.99': { category: 'saree', price: 84_999.99, expected: [5, 8_095_237, 202_381] },
  // 249,900 / 42 = 5,950
  'kurta at 2,499': { category: 'pant', price: 2_499, expected: [5, 238_000, 5_950] },
  // 262,500 / 1.05 = 250,000, the limit itself
  'kurta at 2,625': { category: 'pant', price: 2_625, expected: [5, 250_000, 6_250] },
  // 262,501 × 9 / 118 = 20,021.26
  'kurta at 2,625.01': { category: 'pant', price: 2_625.01, expected: [18, 222_459, 20_021] },
  // 262,600 × 9 / 118 = 20,028.81
  'kurta at 2,626': { category: 'pant', price: 2_626, expected: [18, 222_542, 20_029] },
  // 295,000 / 1.18 = 250,000
  'kurta at 2,950': { category: 'pant', price: 2_950, expected: [18, 250_000, 22_500] },
  // 300,000 × 9 / 118 = 22,881.36
  'kurta at 3,000': { category: 'pant', price: 3_000, expected: [18, 254_238, 22_881] },
  'set at 2,625': { category: 'family combo', price: 2_625, expected: [5, 250_000, 6_250] },
  // One set is one unit: 590,000 × 9 / 118 = 45,000
  'set at 5,900': { category: 'family combo', price: 5_900, expected: [18, 500_000, 45_000] },
  'customised set at 2,950': { category: 'customised combo', price: 2_950, expected: [18, 250_000, 22_500] },
  // 103,000 × 1.5 / 103 = 1,500
  'jewellery at 1,030': { category: 'accessories', price: 1_030, expected: [3, 100_000, 1_500] },
  // 49,900 × 1.5 / 103 = 726.70
  'jewellery at 499': { category: 'accessories', price: 499, expected: [3, 48_446, 727] },
  // 1,545,000 × 1.5 / 103 = 22,500: jewellery has no limit
  'jewellery at 15,450': { category: 'accessories', price: 15_450, expected: [3, 1_500_000, 22_500] },
  // 79,900 / 42 = 1,902.38
  'dress of a child at 799': { category: 'kidswear', price: 799, expected: [5, 76_096, 1_902] },
  // 354,000 × 9 / 118 = 27,000
  'dress of a child at 3,540': { category: 'kidswear', price: 3_540, expected: [18, 300_000, 27_000] },
  // 499,800 / 42 = 11,900: the limit is per unit
  'two kurtas at 2,499': { category: 'pant', price: 2_499, quantity: 2, expected: [5, 476_000, 11_900] },
  // 787,800 × 9 / 118 = 60,086.44
  'three kurtas at 2,626': { category: 'pant', price: 2_626, quantity: 3, expected: [18, 667_628, 60_086] },
  // 103,000 × 1.5 / 103 = 1,500
  'ten bangles at 103': { category: 'accessories', price: 103, quantity: 10, expected: [3, 100_000, 1_500] },
  // 280,000 − 28,000 = 252,000; / 42 = 6,000
  'kurta at 2,800 less 10 %': { category: 'pant', price: 2_800, offer: percentOff(10), expected: [5, 240_000, 6_000] },
  // 300,000 − 37,500 = 262,500, the limit itself
  'kurta at 3,000 less 375': { category: 'pant', price: 3_000, offer: amountOff(375), expected: [5, 250_000, 6_250] },
  // 300,000 − 37,400 = 262,600
  'kurta at 3,000 less 374': { category: 'pant', price: 3_000, offer: amountOff(374), expected: [18, 222_542, 20_029] },
  // 540,000 − 15,000 = 525,000, 262,500 a unit; / 42 = 12,500
  'two kurtas at 2,700 less 150': {
    category: 'pant',
    price: 2_700,
    quantity: 2,
    offer: amountOff(150),
    expected: [5, 500_000, 12_500],
  },
  // 540,000 − 14,999 = 525,001, half a paisa a unit above the limit; × 9 / 118 = 40,042.45
  'two kurtas at 2,700 less 149.99': {
    category: 'pant',
    price: 2_700,
    quantity: 2,
    offer: amountOff(149.99),
    expected: [18, 444_917, 40_042],
  },
  // 1,260,000 / 2 = 630,000; / 42 = 15,000
  'silk saree at half price': {
    category: 'saree',
    price: 12_600,
    offer: percentOff(50),
    expected: [5, 600_000, 15_000],
  },
  // 262,600 × 9 / 118 = 20,028.81: one set is one unit
  'set at 2,626': { category: 'family combo', price: 2_626, expected: [18, 222_542, 20_029] },
  // 2,520,000 − 252,000 = 2,268,000; / 42 = 54,000
  'two silk sarees at 12,600 less 10 %': {
    category: 'saree',
    price: 12_600,
    quantity: 2,
    offer: percentOff(10),
    expected: [5, 2_160_000, 54_000],
  },
  // 349,900 − 87,475 = 262,425, below the limit; / 42 = 6,248.21
  'kurta at 3,499 less 25 %': { category: 'pant', price: 3_499, offer: percentOff(25), expected: [5, 249_929, 6_248] },
  // 99,900 − 9,990 = 89,910; × 1.5 / 103 = 1,309.37
  'jewellery at 999 less 10 %': {
    category: 'accessories',
    price: 999,
    offer: percentOff(10),
    expected: [3, 87_292, 1_309],
  },
  'saree for nothing': { category: 'saree', price: 999, offer: amountOff(1_000), expected: [5, 0, 0] },
};

const acrossStates: Record<string, Example> = {
  'silk saree at 12,600': { category: 'saree', price: 12_600, expected: [5, 1_200_000, 60_000] },
  // 499,900 × 5 / 105 = 23,804.76: a paisa more than the two halves
  'saree at 4,999': { category: 'saree', price: 4_999, expected: [5, 476_095, 23_805] },
  'kurta at 2,499': { category: 'pant', price: 2_499, expected: [5, 238_000, 11_900] },
  'kurta at 2,625': { category: 'pant', price: 2_625, expected: [5, 250_000, 12_500] },
  // 262,600 × 18 / 118 = 40,057.63
  'kurta at 2,626': { category: 'pant', price: 2_626, expected: [18, 222_542, 40_058] },
  'kurta at 2,950': { category: 'pant', price: 2_950, expected: [18, 250_000, 45_000] },
  // 300,000 × 18 / 118 = 45,762.71
  'kurta at 3,000': { category: 'pant', price: 3_000, expected: [18, 254_237, 45_763] },
  // 8,499,999 × 5 / 105 = 404,761.86
  'saree at 84,999.99': { category: 'saree', price: 84_999.99, expected: [5, 8_095_237, 404_762] },
  // 262,501 × 18 / 118 = 40,042.53
  'kurta at 2,625.01': { category: 'pant', price: 2_625.01, expected: [18, 222_458, 40_043] },
  // 540,000 − 15,000 = 525,000; × 5 / 105 = 25,000
  'two kurtas at 2,700 less 150': {
    category: 'pant',
    price: 2_700,
    quantity: 2,
    offer: amountOff(150),
    expected: [5, 500_000, 25_000],
  },
  'jewellery at 1,030': { category: 'accessories', price: 1_030, expected: [3, 100_000, 3_000] },
  // 49,900 × 3 / 103 = 1,453.40
  'jewellery at 499': { category: 'accessories', price: 499, expected: [3, 48_447, 1_453] },
  'set at 5,900': { category: 'family combo', price: 5_900, expected: [18, 500_000, 90_000] },
};

const quoteExample = ({ category, price, quantity = 1, offer }: Example, placeOfSupply?: string) =>
  computeQuote(
    {
      lines: [buildQuoteLine({ category, pricePaise: Math.round(price * 100), quantity })],
      ...(offer ? { offers: [offer] } : {}),
      ...(placeOfSupply ? { placeOfSupply } : {}),
      at,
    },
    defaults,
  );

describe('the tax within the state of the shop', () => {
  it.each(Object.entries(withinState))('%s', (_name, example) => {
    const [rate, taxablePaise, half] = example.expected;
    expect(quoteExample(example)).toMatchObject({
      lines: [{ taxBasisPoints: rate * 100, taxablePaise, cgstPaise: half, sgstPaise: half, igstPaise: 0 }],
      taxPaise: 2 * half,
    });
  });
});

describe('the tax across states', () => {
  it.each(Object.entries(acrossStates))('%s', (_name, example) => {
    const [rate, taxablePaise, igstPaise] = example.expected;
    expect(quoteExample(example, KARNATAKA)).toMatchObject({
      lines: [{ taxBasisPoints: rate * 100, taxablePaise, cgstPaise: 0, sgstPaise: 0, igstPaise }],
      taxPaise: igstPaise,
    });
  });
});

describe('the tax of a mixed cart', () => {
  const saree = buildQuoteLine({ pricePaise: 600_000 });
  const jewellery = buildQuoteLine({ pricePaise: 200_000, category: 'accessories' });
  const kurta = buildQuoteLine({ pricePaise: 200_000, category: 'pant' });

  it('includes shipping by value, taxed like the goods', () => {
    const settings = pricingSettings.parse({ shipping: { chargePaise: 10_000 } });
    // 10,000 by 6 : 2 : 2. 606,000 / 42 = 14,428.57; 202,000 × 1.5 / 103 = 2,941.75; 202,000 / 42 = 4,809.52
    expect(computeQuote({ lines: [saree, jewellery, kurta], at }, settings)).toMatchObject({
      lines: [
        { hsn: '5007', shippingPaise: 6_000, paidPaise: 606_000, taxablePaise: 577_142, cgstPaise: 14_429 },
        { hsn: '7117', shippingPaise: 2_000, paidPaise: 202_000, taxablePaise: 196_116, cgstPaise: 2_942 },
        { hsn: '6204', shippingPaise: 2_000, paidPaise: 202_000, taxablePaise: 192_380, cgstPaise: 4_810 },
      ],
      subtotalPaise: 1_000_000,
      shippingPaise: 10_000,
      taxPaise: 44_362,
      totalPaise: 1_010_000,
    });
  });

  it('follows a coupon, shipping and the fee for cash across states', () => {
    const settings = pricingSettings.parse({ shipping: { chargePaise: 9_000 }, codFeePaise: 4_900 });
    const request: QuoteRequest = {
      lines: [saree, { ...kurta, pricePaise: 300_000 }, { ...jewellery, pricePaise: 100_000 }],
      offers: [amountOff(1_000)],
      method: 'cod',
      placeOfSupply: KARNATAKA,
      at,
    };
    // The coupon by 6 : 3 : 1, the rest by 5.4 : 2.7 : 0.9. The kurta costs 2,700 after it: 18 %.
    // 548,340 × 5 / 105 = 26,111.43; 274,170 × 18 / 118 = 41,822.54; 91,390 × 3 / 103 = 2,661.84
    expect(computeQuote(request, settings)).toMatchObject({
      lines: [
        { discountPaise: 60_000, shippingPaise: 5_400, codFeePaise: 2_940, igstPaise: 26_111, taxablePaise: 522_229 },
        { discountPaise: 30_000, shippingPaise: 2_700, codFeePaise: 1_470, igstPaise: 41_823, taxablePaise: 232_347 },
        { discountPaise: 10_000, shippingPaise: 900, codFeePaise: 490, igstPaise: 2_662, taxablePaise: 88_728 },
      ],
      discountPaise: 100_000,
      codFeePaise: 4_900,
      taxPaise: 70_596,
      totalPaise: 913_900,
    });
  });

  it('has the HSN code of the fabric', () => {
    const hsnOf = (fabric: string) =>
      computeQuote({ lines: [{ ...saree, fabric }], at }, defaults).lines.map(({ hsn }) => hsn);
    expect(['Mulberry silk', 'Handloom Cotton', 'Georgette', ''].map(hsnOf)).toEqual([
      ['5007'],
      ['5208'],
      ['5407'],
      ['5007'],
    ]);
  });

  it('has the HSN code and the class of a product that has its own', () => {
    const blouse = { ...saree, fabric: 'Silk', hsn: '6206', taxClass: 'garment' as const };
    // 600,000 × 9 / 118 = 45,762.71
    expect(computeQuote({ lines: [blouse, { ...saree, hsn: '54075290' }], at }, defaults).lines).toMatchObject([
      { hsn: '6206', taxBasisPoints: 1_800, cgstPaise: 45_763 },
      { hsn: '54075290', taxBasisPoints: 500, cgstPaise: 14_286 },
    ]);
  });

  it('is refunded with the units that come back', () => {
    const settings = pricingSettings.parse({ shipping: { chargePaise: 10_000 } });
    const three = { ...kurta, quantity: 3, pricePaise: 249_900 };
    const [line] = computeQuote({ lines: [three], offers: [amountOff(100)], at }, settings).lines;
    // 749,700 − 10,000 + 10,000 = 749,700, of which each half of the tax is 749,700 / 42 = 17,850
    expect(line).toMatchObject({ paidPaise: 749_700, taxablePaise: 714_000, cgstPaise: 17_850, sgstPaise: 17_850 });
    // One of three, then the others
    const one = { refundPaise: 249_900, taxablePaise: 238_000, cgstPaise: 5_950, sgstPaise: 5_950, igstPaise: 0 };
    expect(computeLineRefund(line!, 0, 1)).toEqual({ ...one, roundOffPaise: 0 });
    expect(computeLineRefund(line!, 1, 2)).toMatchObject({
      refundPaise: 499_800,
      taxablePaise: 476_000,
      cgstPaise: 11_900,
      sgstPaise: 11_900,
    });
  });

  it('is refunded across states with the share of the rounding', () => {
    const settings = pricingSettings.parse({ totalUnit: 'rupee' });
    const three = { ...kurta, quantity: 3, pricePaise: 199_950 };
    const [line] = computeQuote({ lines: [three], placeOfSupply: KARNATAKA, at }, settings).lines;
    // 599,850 × 5 / 105 = 28,564.29; rounded to 5,999 rupees
    const paid = { paidPaise: 599_900, roundOffPaise: 50, igstPaise: 28_564, taxablePaise: 571_286 };
    expect(line).toMatchObject(paid);
    // ⌊599,900 / 3⌋, ⌊599,850 / 3⌋ and ⌊28,564 / 3⌋, then what is left
    const none = { cgstPaise: 0, sgstPaise: 0 };
    expect(computeLineRefund(line!, 0, 1)).toEqual({
      ...none,
      refundPaise: 199_966,
      igstPaise: 9_521,
      taxablePaise: 190_429,
      roundOffPaise: 16,
    });
    expect(computeLineRefund(line!, 1, 2)).toEqual({
      ...none,
      refundPaise: 399_934,
      igstPaise: 19_043,
      taxablePaise: 380_857,
      roundOffPaise: 34,
    });
  });

  it('of a business follows its registration, not the delivery', () => {
    const linesFor = (gstin: string, pincode: string, state: string, line = saree) => {
      const placeOfSupply = findPlaceOfSupply({ ...billing, gstin, pincode, state }, '36');
      return computeQuote({ lines: [line], placeOfSupply, at }, defaults).lines;
    };
    // Registered in Karnataka, delivered in Hyderabad: 600,000 × 5 / 105 = 28,571.43
    expect(linesFor('29AAGCB7383J1Z4', '500092', 'Telangana')).toMatchObject([
      { taxablePaise: 571_429, cgstPaise: 0, sgstPaise: 0, igstPaise: 28_571 },
    ]);
    // Registered in Telangana, delivered in Bengaluru: 600,000 / 42 = 14,285.71
    expect(linesFor('36AABCT1332L1ZF', '560001', 'Karnataka')).toMatchObject([
      { taxablePaise: 571_428, cgstPaise: 14_286, sgstPaise: 14_286, igstPaise: 0 },
    ]);
    // 295,000 × 18 / 118 = 45,000
    const set = { ...kurta, category: 'family combo' as const, pricePaise: 295_000 };
    expect(linesFor('29AAGCB7383J1Z4', '560001', 'Karnataka', set)).toMatchObject([
      { hsn: '6211', taxablePaise: 250_000, igstPaise: 45_000 },
    ]);
  });

  it('follows the price of a sale', () => {
    // 249,900 / 42 = 5,950 during the sale, 300,000 × 9 / 118 = 22,881.36 before it
    const sale = { pricePaise: 249_900, from: '2026-11-20T00:00:00.000Z' };
    const during = computeQuote({ lines: [{ ...kurta, pricePaise: 300_000, sale }], at }, defaults);
    const before = computeQuote(
      { lines: [{ ...kurta, pricePaise: 300_000, sale }], at: new Date('2026-11-19T00:00:00.000Z') },
      defaults,
    );
    expect(during.lines).toMatchObject([{ taxBasisPoints: 500, taxablePaise: 238_000, cgstPaise: 5_950 }]);
    expect(before.lines).toMatchObject([{ taxBasisPoints: 1_800, taxablePaise: 254_238, cgstPaise: 22_881 }]);
  });

  it('has the rates of the settings', () => {
    const settings = pricingSettings.parse({ taxRates: { fabric: { basisPoints: 1_200 } } });
    // 560,000 × 6 / 112 = 30,000
    const lines = [{ ...saree, pricePaise: 560_000 }];
    expect(computeQuote({ lines, at }, settings).lines).toMatchObject([{ taxablePaise: 500_000, sgstPaise: 30_000 }]);
    const problemsOf = (text: string) =>
      orderConfig.shape.TAX_RULES.safeParse(text).error?.issues.map(({ message }) => message);
    expect(problemsOf('36')?.[0]).toMatch(/expected object/);
    expect(problemsOf('{')).toEqual(['must be JSON']);
    expect(problemsOf('{"shopStateCode": "TG"}')).toEqual(['shopStateCode: must be a GST state code of two digits']);
    expect(problemsOf('{"taxRates": {"fabric": {"basisPoints": 10001}}}')?.[0]).toMatch(
      /^taxRates.fabric.basisPoints: /,
    );
  });
});

describe('the place of supply', () => {
  const MAHARASHTRA_GSTIN = '27AAPFU0939F1ZV';

  it('is the state of a business, else of the delivery, else of the shop', () => {
    const place = (address: Partial<Billing>) => findPlaceOfSupply({ ...billing, ...address }, '36');
    expect(place({ gstin: MAHARASHTRA_GSTIN })).toBe('27');
    expect(place({ pincode: '560001', state: '' })).toBe(KARNATAKA);
    // A PIN code of Chandigarh that a village of Punjab shares.
    expect(place({ pincode: '160014', state: 'punjab ' })).toBe('03');
    expect(place({ pincode: '605001', state: 'Tamil Nadu' })).toBe('33');
    // Nowhere near: the PIN code is right.
    expect(place({ pincode: '560001', state: 'Telangana' })).toBe(KARNATAKA);
    expect(place({ pincode: '500092', state: 'Karnataka' })).toBe('36');
    expect(place({ pincode: '914001', state: 'Kerala' })).toBe('32');
    expect(place({ pincode: '744101', state: 'Andaman & Nicobar Islands' })).toBe('35');
    expect(place({ pincode: '194101', state: 'Leh' })).toBe('38');
    expect(place({ country: 'United Kingdom', state: '', pincode: 'SW1A 1AA' })).toBe('96');
    expect(findPlaceOfSupply(undefined, '36')).toBe('36');
    const quoted = computeQuote({ lines: [buildQuoteLine()], placeOfSupply: '27', at }, defaults);
    expect(quoted.lines).toMatchObject([{ cgstPaise: 0, igstPaise: 60_000 }]);
  });

  it('is read from GST numbers with a right check character only', () => {
    const texts = [MAHARASHTRA_GSTIN, '29AAGCB7383J1Z4', '27AAPFU0939F1ZW', '27AAPFU0993F1ZV', '27aapfu0939f1zv', ''];
    expect(texts.filter(isGstin)).toEqual([MAHARASHTRA_GSTIN, '29AAGCB7383J1Z4']);
    // Right check characters; no such states but 37 and 97.
    const states = ['00', '25', '28', '37', '39', '97', '99'];
    const numbers = ['O', 'C', '6', '7', '3', '1', 'X'].map((last, index) => `${states[index]}AAGCB7383J1Z${last}`);
    expect(numbers.filter(isGstin)).toEqual(['37AAGCB7383J1Z7', '97AAGCB7383J1Z1']);
    const check = (gstin: string) => billingSchema.safeParse({ ...billing, gstin });
    expect(check(' 27aapfu0939f1zv ').data?.gstin).toBe(MAHARASHTRA_GSTIN);
    expect(check('').data?.gstin).toBeUndefined();
    expect(check('27AAPFU0939F1ZW').error?.issues.map(({ message }) => message)).toEqual([
      'This GSTIN is not valid. Please check it for a typing error.',
    ]);
    expect(check('27AAPFU0939').error?.issues.map(({ message }) => message)).toEqual([
      'Enter a GSTIN of 15 characters, such as 36AABCR1234M1ZE.',
    ]);
  });
});
