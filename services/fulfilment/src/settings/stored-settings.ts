import { deliverySettings, type DeliverySettings, type DeliveryZone } from '@rangavalli/contracts/entities/delivery';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { defaultSettings } from './default-settings.js';

/** Paise. */
export interface ShippingRule {
  chargePaise: number;
  freeFromPaise?: number | undefined;
  perExtraKgPaise: number;
}
export type StoredZone = Omit<DeliveryZone, 'shipping'> & { shipping: ShippingRule };
export type StoredSettings = Omit<DeliverySettings, 'zones'> & { zones: StoredZone[] };

/** Rupees become paise here (rule 1). */
export const toStored = (settings: DeliverySettings): StoredSettings => ({
  ...settings,
  zones: settings.zones.map(({ shipping: { charge, freeFrom, perExtraKg }, ...zone }) => ({
    ...zone,
    shipping: {
      chargePaise: rupeesToPaise(charge),
      ...(freeFrom === undefined ? {} : { freeFromPaise: rupeesToPaise(freeFrom) }),
      perExtraKgPaise: rupeesToPaise(perExtraKg ?? 0),
    },
  })),
});

export const toSettings = (stored: StoredSettings): DeliverySettings => ({
  ...stored,
  zones: stored.zones.map(({ shipping: { chargePaise, freeFromPaise, perExtraKgPaise }, ...zone }) => ({
    ...zone,
    shipping: {
      charge: paiseToRupees(chargePaise),
      ...(freeFromPaise === undefined ? {} : { freeFrom: paiseToRupees(freeFromPaise) }),
      perExtraKg: paiseToRupees(perExtraKgPaise),
    },
  })),
});

/** Until staff change them. */
export const initialSettings: StoredSettings = toStored(deliverySettings.parse(defaultSettings));
