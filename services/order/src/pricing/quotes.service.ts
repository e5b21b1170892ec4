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

/** Of a delivery, paise. */
interface Charges {
  /** Of an order that is paid on delivery; missing for one that is paid online. */
  codFeePaise?: number | undefined;
  /** Of the PIN code; the shop's own rule when missing. */
  shipping?: OrderRecord['shipping'] | undefined;
}

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

  /** Quotes a cart; its offers are in the prices of the lines only. @param charges of the delivery */
  quoteCart(lines: readonly QuoteLine[], charges: Charges = {}): Quote {
    return computeQuote({ lines, method: methodOf(charges), at: new Date() }, this.settingsWith(charges));
  }

  /**
   * Quotes an order at the prices of its hold.
   * @throws AppError UNAVAILABLE when the catalog is of a release that does not send what the taxes depend on
   */
  quoteOrder(
    { lines, billing, shipping }: Pick<OrderRecord, 'lines' | 'billing' | 'shipping'>,
    held: readonly HeldLine[],
    { codFeePaise }: Pick<Charges, 'codFeePaise'> = {},
  ): Quote {
    const quoteLines = lines.map(({ lineId, productId, size, personalisation, quantity }): QuoteLine => {
      const { unitPaise, mrpPaise = unitPaise, category, fabric, hsn, taxClass } = findHeld(held, { productId, size });
      if (!category) throw new AppError('UNAVAILABLE');
      const price = { pricePaise: mrpPaise, sale: { pricePaise: unitPaise } };
      return { lineId, productId, size, personalisation, quantity, ...price, category, fabric, hsn, taxClass };
    });
    const placeOfSupply = findPlaceOfSupply(billing, this.settings.shopStateCode);
    const charges = { shipping, codFeePaise };
    const request = { lines: quoteLines, method: methodOf(charges), placeOfSupply, at: new Date() };
    return computeQuote(request, this.settingsWith(charges));
  }

  private settingsWith({ codFeePaise = 0, shipping = this.settings.shipping }: Charges): PricingSettings {
    return { ...this.settings, codFeePaise, shipping };
  }

  /** Returns the quote of an order for another address; orders of older releases have none. */
  moveTo(billing: Billing, quote: Quote | undefined): { quote?: Quote } {
    if (!quote) return {};
    return { quote: moveQuote(quote, findPlaceOfSupply(billing, this.settings.shopStateCode), this.settings) };
  }
}

const methodOf = ({ codFeePaise }: Charges): 'online' | 'cod' => (codFeePaise === undefined ? 'online' : 'cod');

/** The hold has one line per product and size. */
export function findHeld(held: readonly HeldLine[], line: Pick<HeldLine, 'productId' | 'size'>): HeldLine {
  const found = held.find(({ productId, size }) => productId === line.productId && size === line.size);
  if (!found) throw new AppError('UNAVAILABLE');
  return found;
}
