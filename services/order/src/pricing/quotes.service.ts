import { Inject, Injectable } from '@nestjs/common';
import type { HeldLine } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { OrderConfig } from '../order.config.js';
import { Shop } from '../shop/shop-settings.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { findPlaceOfSupply } from './place-of-supply.js';
import { type PricingSettings, pricingSettings } from './pricing-settings.js';
import { computeQuote, moveQuote, type QuoteLine } from './quote.js';

/** The quotes of carts and checkouts, by the settings of the shop. */
@Injectable()
export class Quotes {
  /** Without charges: the total is price times quantity. */
  private readonly defaults: PricingSettings;

  constructor(
    @Inject(CONFIG) { TAX_RULES }: OrderConfig,
    private readonly shop: Shop,
  ) {
    this.defaults = pricingSettings.parse(TAX_RULES);
  }

  private get settings(): PricingSettings {
    const saved = this.shop.latest;
    if (!saved) return this.defaults;
    const totalUnit = saved.roundTotal ? 'rupee' : this.defaults.totalUnit;
    return { ...this.defaults, shopStateCode: saved.stateCode, totalUnit };
  }

  /** @param codFeePaise of an order that is paid on delivery */
  quoteCart(lines: readonly QuoteLine[], codFeePaise?: number): Quote {
    return computeQuote({ lines, method: methodOf(codFeePaise), at: new Date() }, this.settingsWith(codFeePaise));
  }

  /**
   * Quotes an order at the prices of its hold.
   * @param codFeePaise of an order that is paid on delivery
   * @throws AppError UNAVAILABLE when the catalog is of a release that does not send what the taxes depend on
   */
  quoteOrder(
    { lines, billing }: Pick<OrderRecord, 'lines' | 'billing'>,
    held: readonly HeldLine[],
    codFeePaise?: number,
  ): Quote {
    const quoteLines = lines.map(({ lineId, productId, size, personalisation, quantity }): QuoteLine => {
      const { unitPaise, mrpPaise = unitPaise, category, fabric, hsn, taxClass } = findHeld(held, { productId, size });
      if (!category) throw new AppError('UNAVAILABLE');
      const price = { pricePaise: mrpPaise, sale: { pricePaise: unitPaise } };
      return { lineId, productId, size, personalisation, quantity, ...price, category, fabric, hsn, taxClass };
    });
    const placeOfSupply = findPlaceOfSupply(billing, this.settings.shopStateCode);
    const request = { lines: quoteLines, method: methodOf(codFeePaise), placeOfSupply, at: new Date() };
    return computeQuote(request, this.settingsWith(codFeePaise));
  }

  private settingsWith(codFeePaise = 0): PricingSettings {
    return { ...this.settings, codFeePaise };
  }

  /** Returns the quote of an order for another address; orders of older releases have none. */
  moveTo(billing: Billing, quote: Quote | undefined): { quote?: Quote } {
    if (!quote) return {};
    return { quote: moveQuote(quote, findPlaceOfSupply(billing, this.settings.shopStateCode), this.settings) };
  }
}

const methodOf = (codFeePaise: number | undefined): 'online' | 'cod' => (codFeePaise === undefined ? 'online' : 'cod');

/** The hold has one line per product and size. */
export function findHeld(held: readonly HeldLine[], line: Pick<HeldLine, 'productId' | 'size'>): HeldLine {
  const found = held.find(({ productId, size }) => productId === line.productId && size === line.size);
  if (!found) throw new AppError('UNAVAILABLE');
  return found;
}
