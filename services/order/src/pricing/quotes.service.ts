import { Inject, Injectable } from '@nestjs/common';
import type { HeldLine } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { OrderConfig } from '../order.config.js';
import type { OrderRecord } from '../store/order.schema.js';
import { findPlaceOfSupply } from './place-of-supply.js';
import { type PricingSettings, pricingSettings } from './pricing-settings.js';
import { computeQuote, moveQuote, type QuoteLine } from './quote.js';

/** The quotes of carts and checkouts, by the settings of the shop. */
@Injectable()
export class Quotes {
  /** Without charges: the total is price times quantity. */
  private readonly settings: PricingSettings;

  constructor(@Inject(CONFIG) { TAX_RULES }: OrderConfig) {
    this.settings = pricingSettings.parse(TAX_RULES);
  }

  quoteCart(lines: readonly QuoteLine[]): Quote {
    return computeQuote({ lines, at: new Date() }, this.settings);
  }

  /**
   * Quotes an order at the prices of its hold.
   * @throws AppError UNAVAILABLE when the catalog is of a release that does not send what the taxes depend on
   */
  quoteOrder(
    { lines, billing, shipping = this.settings.shipping }: Pick<OrderRecord, 'lines' | 'billing' | 'shipping'>,
    held: readonly HeldLine[],
  ): Quote {
    const quoteLines = lines.map(({ lineId, productId, size, personalisation, quantity }): QuoteLine => {
      const { unitPaise, mrpPaise = unitPaise, category, fabric } = findHeld(held, { productId, size });
      if (!category) throw new AppError('UNAVAILABLE');
      const price = { pricePaise: mrpPaise, sale: { pricePaise: unitPaise } };
      return { lineId, productId, size, personalisation, quantity, ...price, category, fabric };
    });
    const placeOfSupply = findPlaceOfSupply(billing, this.settings.shopStateCode);
    return computeQuote({ lines: quoteLines, placeOfSupply, at: new Date() }, { ...this.settings, shipping });
  }

  /** Returns the quote of an order for another address; orders of older releases have none. */
  moveTo(billing: Billing, quote: Quote | undefined): { quote?: Quote } {
    if (!quote) return {};
    return { quote: moveQuote(quote, findPlaceOfSupply(billing, this.settings.shopStateCode), this.settings) };
  }
}

/** The hold has one line per product and size. */
export function findHeld(held: readonly HeldLine[], line: Pick<HeldLine, 'productId' | 'size'>): HeldLine {
  const found = held.find(({ productId, size }) => productId === line.productId && size === line.size);
  if (!found) throw new AppError('UNAVAILABLE');
  return found;
}
