import type { ShippingRule } from '../settings/stored-settings.js';

const GRAMS_PER_KG = 1_000;

/** Paise. `chargePaise`: below the free sum, if there is one. */
export interface ParcelCharge {
  chargePaise: number;
  freeFromPaise?: number;
}

/** Returns the charge of a parcel: the first kg has none of its own, each further one, also a part, adds one. */
export function chargeParcel(
  { chargePaise, freeFromPaise, perExtraKgPaise }: ShippingRule,
  weightGrams: number,
): ParcelCharge {
  const extraKg = Math.max(0, Math.ceil(weightGrams / GRAMS_PER_KG) - 1);
  const charge = chargePaise + extraKg * perExtraKgPaise;
  return { chargePaise: charge, ...(charge > 0 && freeFromPaise !== undefined ? { freeFromPaise } : {}) };
}
