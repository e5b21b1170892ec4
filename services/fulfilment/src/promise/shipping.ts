import type { ShippingRule } from '../settings/stored-settings.js';

const GRAMS_PER_KG = 1_000;

/** Returns the charge of a parcel in paise: the first kg has none of its own, each further one, also a part, adds one. */
export function shippingCharge(rule: ShippingRule, valuePaise: number, weightGrams: number): number {
  if (rule.freeFromPaise !== undefined && valuePaise >= rule.freeFromPaise) return 0;
  const extraKg = Math.max(0, Math.ceil(weightGrams / GRAMS_PER_KG) - 1);
  return rule.chargePaise + extraKg * rule.perExtraKgPaise;
}

/** Returns what shoppers see of a rule: its free sum only where there is a charge. */
export const shippingOf = (
  rule: ShippingRule,
  valuePaise: number,
  weightGrams: number,
): { chargePaise: number; freeFromPaise?: number } => {
  const hasCharge = rule.chargePaise > 0 || rule.perExtraKgPaise > 0;
  return {
    chargePaise: shippingCharge(rule, valuePaise, weightGrams),
    ...(hasCharge && rule.freeFromPaise !== undefined ? { freeFromPaise: rule.freeFromPaise } : {}),
  };
};
