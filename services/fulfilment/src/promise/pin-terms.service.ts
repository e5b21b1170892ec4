import { Injectable } from '@nestjs/common';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { DeliveryStore } from '../settings/delivery-store.js';
import type { StoredZone } from '../settings/stored-settings.js';
import { CourierCoverage } from './courier-coverage.js';
import { applyRule, findZone } from './zones.js';

/** Working days of the courier, cash on delivery and the charge. */
export type PinTerms = Pick<StoredZone, 'days' | 'cod' | 'shipping'>;

/** What the shop offers at a PIN code: its zone, what staff have set for the code, and what the couriers reply. */
@Injectable()
export class PinTermsService {
  constructor(
    private readonly store: DeliveryStore,
    private readonly coverage: CourierCoverage,
  ) {}

  /**
   * Returns undefined where the PIN code is not served. The couriers' days replace those of the zone, not those that
   * staff have set for the code.
   * @throws AppError PIN_NOT_FOUND
   */
  async find(pincode: string): Promise<PinTerms | undefined> {
    const place = findPinPlace(pincode);
    if (!place) throw new AppError('PIN_NOT_FOUND');
    const { settings, pins } = await this.store.current();
    const rule = pins.value[pincode];
    const zone = applyRule(findZone(settings.value.zones, pincode, place), rule);
    if (!zone) return undefined;
    const covered = await this.coverage.find(pincode);
    if (!covered) return zone;
    if (!covered.serviceable) return undefined;
    const { days, cod } = covered;
    const spread = zone.days.to - zone.days.from;
    return {
      shipping: zone.shipping,
      cod: zone.cod && cod,
      days: days === undefined || rule?.from !== undefined ? zone.days : { from: days, to: days + spread },
    };
  }
}
