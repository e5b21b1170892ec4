import type { PinOverride } from '@rangavalli/contracts/entities/delivery';
import type { PinPlace } from '@rangavalli/pin-codes/pin-codes';
import type { StoredZone } from '../settings/stored-settings.js';

export type PinRule = Omit<PinOverride, 'pincode'>;

/** Returns the zone with the longest prefix of a PIN code, else the one with its state, else undefined. */
export function findZone(
  zones: readonly StoredZone[],
  pincode: string,
  { stateCode }: PinPlace,
): StoredZone | undefined {
  let found: StoredZone | undefined;
  let length = 0;
  for (const zone of zones)
    for (const prefix of zone.pinPrefixes)
      if (prefix.length > length && pincode.startsWith(prefix)) [found, length] = [zone, prefix.length];
  return found ?? zones.find(({ states }) => states.includes(stateCode));
}

/** Returns the zone with what a PIN code has of its own, or undefined when it is not served. */
export function applyRule(
  zone: StoredZone | undefined,
  { isServed = true, cod, from, to }: Partial<PinRule> = {},
): StoredZone | undefined {
  if (!zone || !isServed) return undefined;
  return {
    ...zone,
    cod: cod ?? zone.cod,
    days: from === undefined || to === undefined ? zone.days : { from, to },
  };
}
