import { findCodRefusal } from './cod-availability.js';
import { defaultCodRules } from './cod-settings.schema.js';

const request = { goodsPaise: 250_000, pincode: '500092', isPersonalised: false, refusals: 0 };
const reasonFor = (change: Partial<typeof request>, rules = {}) =>
  findCodRefusal({ ...defaultCodRules, ...rules }, { ...request, ...change })?.reason;

describe('cash on delivery', () => {
  it('is available from 500 to 10,000 rupees', () => {
    expect(reasonFor({ goodsPaise: 49_999 })).toBe('below_minimum');
    expect(reasonFor({ goodsPaise: 50_000 })).toBeUndefined();
    expect(reasonFor({ goodsPaise: 1_000_000 })).toBeUndefined();
    expect(reasonFor({ goodsPaise: 1_000_001 })).toBe('above_maximum');
    expect(findCodRefusal(defaultCodRules, { ...request, goodsPaise: 1_000_001 })?.message).toBe(
      'Cash on delivery is available for orders up to ₹10,000.',
    );
  });

  it('is refused for blocked PIN codes and areas', () => {
    const blocked = { blockedPins: ['500092', '7931'] };
    expect(reasonFor({}, blocked)).toBe('pin_blocked');
    expect(reasonFor({ pincode: '500093' }, blocked)).toBeUndefined();
    expect(reasonFor({ pincode: '793101' }, blocked)).toBe('pin_blocked');
  });

  it('is refused for addresses abroad', () => {
    expect(findCodRefusal(defaultCodRules, { ...request, pincode: '44600', isAbroad: true })).toEqual({
      reason: 'abroad',
      message: 'Cash on delivery is available for addresses in India.',
    });
  });

  it('is refused for personalised products, unless the shop allows it', () => {
    expect(reasonFor({ isPersonalised: true })).toBe('personalised');
    expect(reasonFor({ isPersonalised: true }, { allowsPersonalised: true })).toBeUndefined();
  });

  it('is refused after two refused parcels, and while it is off', () => {
    expect(reasonFor({ refusals: 1 })).toBeUndefined();
    expect(reasonFor({ refusals: 2 })).toBe('refusals');
    expect(reasonFor({}, { isEnabled: false })).toBe('disabled');
  });
});
