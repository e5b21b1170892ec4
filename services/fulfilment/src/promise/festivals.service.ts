import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { DeliveryStore } from '../settings/delivery-store.js';
import { festivalDate, maxHandlingDays, nextFestival } from './festivals.js';
import { PinTermsService } from './pin-terms.service.js';

/** Which handling days arrive before a festival: a fact of PIN code and day, which lists compare with products. */
@Injectable()
export class Festivals {
  constructor(
    private readonly store: DeliveryStore,
    private readonly pinTerms: PinTermsService,
  ) {}

  /** @throws AppError PIN_NOT_FOUND */
  async terms(entered: string | undefined, at: Date): Promise<DeliveryTerms> {
    const { settings } = await this.store.current();
    const { zones, festivals, handlingDays, shopPincode } = settings.value;
    const place = findPinPlace(entered ?? shopPincode);
    if (!place) throw new AppError('PIN_NOT_FOUND');
    const next = nextFestival(festivals, toIndianDay(at));
    const longest = next ? await this.longestHandling(next.date, entered ?? shopPincode, at) : undefined;
    return {
      ...(entered ? { pincode: entered } : {}),
      ...(place.city ? { city: place.city } : {}),
      serviceable: (await this.pinTerms.find(entered ?? shopPincode)) !== undefined,
      handlingDays,
      ...(next && longest !== undefined && longest >= 0 ? { festival: { ...next, maxHandlingDays: longest } } : {}),
      india: {
        courierDays: {
          from: Math.min(...zones.map(({ days }) => days.from)),
          to: Math.max(...zones.map(({ days }) => days.to)),
        },
        charge: paiseToRupees(Math.max(...zones.map(({ shipping }) => shipping.chargePaise))),
      },
    };
  }

  async arrival(
    before: string,
    entered: string | undefined,
    at: Date,
  ): Promise<CommandReply<'rpc.fulfilment.arrival.get'>> {
    const { settings } = await this.store.current();
    const { festivals, handlingDays: byCategory, shopPincode } = settings.value;
    const pincode = entered ?? shopPincode;
    if (!findPinPlace(pincode)) return { outcome: 'unknown_pin' };
    const date = festivalDate(festivals, toIndianDay(at), before);
    if (!date) return { outcome: 'unknown_festival' };
    return { outcome: 'known', maxHandlingDays: await this.longestHandling(date, pincode, at), byCategory };
  }

  private async longestHandling(before: string, pincode: string, orderedAt: Date): Promise<number> {
    const { settings } = await this.store.current();
    const { cutoffHour, holidays } = settings.value;
    const terms = await this.pinTerms.find(pincode);
    if (!terms) return -1;
    const calendar = { cutoffHour, holidays: new Set(holidays.map(({ date }) => date)) };
    return maxHandlingDays(before, { orderedAt, courierDays: terms.days }, calendar);
  }
}
