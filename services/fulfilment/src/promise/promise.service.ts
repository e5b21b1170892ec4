import { Injectable } from '@nestjs/common';
import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { DeliveryStore } from '../settings/delivery-store.js';
import { allowsCash, CashRules } from './cash-rules.js';
import { deliveryDates } from './delivery-dates.js';
import { festivalMet } from './festivals.js';
import { PinTermsService } from './pin-terms.service.js';
import { type ItemFacts, ProductCache } from './product-cache.js';
import { chargeParcel, type ParcelCharge } from './shipping.js';

export interface PromisedItem {
  productId: string;
  quantity: number;
  /** That personalisation adds to the handling days. */
  extraDays: number;
}

interface Delivery {
  cod: boolean;
  /** ISO dates in India. */
  from: string;
  to: string;
  shipping: ParcelCharge;
  /** Of the goods at the catalog's prices. */
  valuePaise: number;
}

/** When items arrive at a PIN code, and what their delivery costs. */
@Injectable()
export class PromiseService {
  constructor(
    private readonly store: DeliveryStore,
    private readonly products: ProductCache,
    private readonly terms: PinTermsService,
    private readonly cashRules: CashRules,
  ) {}

  /** Whether the shop delivers to a PIN code. @throws AppError PIN_NOT_FOUND */
  async isServed(pincode: string): Promise<boolean> {
    return (await this.terms.find(pincode)) !== undefined;
  }

  /**
   * Returns what shoppers see. Without a PIN code: the promise for the shop's own.
   * @throws AppError PIN_NOT_FOUND, PRODUCT_NOT_FOUND, UNAVAILABLE
   */
  async forShopper(entered: string | undefined, items: readonly PromisedItem[], at: Date): Promise<DeliveryPromise> {
    const { settings } = await this.store.current();
    const pincode = entered ?? settings.value.shopPincode;
    const place = findPinPlace(pincode);
    if (!place) throw new AppError('PIN_NOT_FOUND');
    const delivery = await this.find(entered, items, at);
    const where = { ...(entered ? { pincode } : {}), ...(place.city ? { city: place.city } : {}) };
    if (!delivery) return { ...where, serviceable: false, cod: false };
    const { cod, from, to, shipping, valuePaise } = delivery;
    const rules = cod ? await this.cashRules.current() : undefined;
    const festival = festivalMet(settings.value.festivals, toIndianDay(at), to);
    const { chargePaise, freeFromPaise } = shipping;
    const isFree = freeFromPaise !== undefined && valuePaise >= freeFromPaise;
    return {
      ...where,
      serviceable: true,
      cod: cod && (!rules || allowsCash(rules, { pincode, items, valuePaise })),
      from,
      to,
      shipping: {
        charge: isFree ? 0 : paiseToRupees(chargePaise),
        ...(freeFromPaise === undefined ? {} : { freeFrom: paiseToRupees(freeFromPaise) }),
      },
      ...(festival ? { festival } : {}),
    };
  }

  /**
   * Returns the delivery of all items together: the one that takes longest decides. Undefined where the PIN code is
   * not served. Without a PIN code: to the shop's own. `cod`: whether couriers collect cash there; the order service
   * applies its rules itself.
   * @throws AppError PIN_NOT_FOUND, PRODUCT_NOT_FOUND, UNAVAILABLE
   */
  async find(entered: string | undefined, items: readonly PromisedItem[], at: Date): Promise<Delivery | undefined> {
    const { settings } = await this.store.current();
    const { holidays, cutoffHour, handlingDays, weightGrams, shopPincode } = settings.value;
    const terms = await this.terms.find(entered ?? shopPincode);
    if (!terms) return undefined;
    const facts = await this.products.get(items.map(({ productId }) => productId));
    const sum = (of: (fact: ItemFacts) => number) =>
      items.reduce((total, { quantity }, index) => total + quantity * of(facts[index] as ItemFacts), 0);
    const days = facts.map(
      (fact, index) => (fact.handlingDays ?? handlingDays[fact.category]) + (items[index]?.extraDays ?? 0),
    );
    const dates = deliveryDates(
      { orderedAt: at, handlingDays: Math.max(0, ...days), courierDays: terms.days },
      { cutoffHour, holidays: new Set(holidays.map(({ date }) => date)) },
    );
    const grams = sum((fact) => fact.weightGrams ?? weightGrams[fact.category]);
    const shipping = chargeParcel(terms.shipping, grams);
    return {
      cod: terms.cod,
      ...dates,
      shipping,
      valuePaise: sum((fact) => unitPriceAt(fact, at)),
    };
  }
}
