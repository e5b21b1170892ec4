import { Injectable } from '@nestjs/common';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { isIndia } from '@rangavalli/contracts/india';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { QueryFilter } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { type CodRefusal, findCodRefusal } from './cod-availability.js';
import { advanceShare } from '../checkout/payment-shares.js';
import { DEFAULT_ADVANCE_PERCENT } from './cod-settings.schema.js';
import { CodSettings } from './cod-settings.service.js';

const DAY_MS = 86_400_000;

/** Who wants to pay for what in cash. */
export interface CodCustomer {
  userId: string;
  /** Missing while the customer has not entered it. */
  phone?: string | undefined;
  pincode?: string | undefined;
  /** Of the address; India when missing. */
  country?: string | undefined;
  /** Whether couriers take cash there; missing when it is not known. */
  isCodServed?: boolean | undefined;
}

/** Whether orders may be paid on delivery. */
@Injectable()
export class CodChecks {
  constructor(
    private readonly store: OrderStore,
    private readonly settings: CodSettings,
  ) {}

  async feePaise(): Promise<number> {
    return (await this.settings.rules()).feePaise;
  }

  async isPartOffered(): Promise<boolean> {
    const { isEnabled, advancePercent = DEFAULT_ADVANCE_PERCENT } = await this.settings.rules();
    return isEnabled && advancePercent > 0;
  }

  /** Returns what is paid online of a part payment, paise. */
  async advancePaise(payablePaise: number): Promise<number> {
    const { advancePercent = DEFAULT_ADVANCE_PERCENT } = await this.settings.rules();
    return advanceShare(payablePaise, advancePercent);
  }

  /** @throws AppError COD_NOT_AVAILABLE with the reason in the details */
  async assertAvailable({ userId, method, billing, isCodServed }: OrderRecord, quote: Quote): Promise<void> {
    const { phone, pincode, country } = billing ?? {};
    const refusal = await this.findRefusal({ userId, phone, pincode, country, isCodServed }, quote);
    if (!refusal) return;
    const { reason, message } = refusal;
    const code = method === 'part' ? 'PART_PAYMENT_NOT_AVAILABLE' : 'COD_NOT_AVAILABLE';
    throw new AppError(code, { message, details: { reason } });
  }

  async findRefusal(
    { userId, phone, pincode, country = '', isCodServed }: CodCustomer,
    quote: Quote,
  ): Promise<CodRefusal | undefined> {
    const rules = await this.settings.rules();
    const since = new Date(Date.now() - rules.refusalDays * DAY_MS);
    return findCodRefusal(rules, {
      goodsPaise: quote.subtotalPaise - quote.discountPaise,
      pincode,
      isAbroad: !isIndia(country),
      isCodServed,
      isPersonalised: quote.lines.some(({ personalisation }) => personalisation?.length),
      refusals: await this.countRefusals({ userId, phone }, since, rules.maxRefusals),
    });
  }

  /** Counts parcels that the account or the phone number refused, at most `max`. */
  private async countRefusals({ userId, phone }: CodCustomer, since: Date, max: number): Promise<number> {
    const refused = { 'cash.refusedAt': { $gte: since } };
    const filters: QueryFilter<OrderRecord>[] = [
      { userId, ...refused },
      ...(phone ? [{ 'billing.phone': phone, ...refused }] : []),
    ];
    const found = await Promise.all(
      filters.map((filter) => this.store.model.find(filter, { _id: 1 }).limit(max).lean().exec()),
    );
    return new Set(found.flat().map(({ _id }) => String(_id))).size;
  }
}
